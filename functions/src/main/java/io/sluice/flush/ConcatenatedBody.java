package io.sluice.flush;

import io.sluice.objects.Body;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Enumeration;
import java.util.Iterator;

/// An object made by putting its parts one after another. They are asked for and opened as they are reached, each time anew:
/// where they are made when they are asked for, no more than one of them is in memory.
final class ConcatenatedBody implements BodyMaker.ObjectBody {
    private final Iterable<Body> parts;
    private final long length;

    /// @param parts the same each time; all are asked for once, for their lengths
    ConcatenatedBody(Iterable<Body> parts) {
        this.parts = parts;
        long sum = 0;
        for (Body part : parts) {
            sum += part.length();
        }
        this.length = sum;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public InputStream open() {
        return join(parts);
    }

    /// The parts as one stream; the next one is asked for when the one before has ended.
    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes nothing else
    static InputStream join(Iterable<Body> parts) {
        Iterator<Body> next = parts.iterator();
        return new SequenceInputStream(new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return next.hasNext();
            }

            @Override
            public InputStream nextElement() {
                return next.next().open();
            }
        });
    }
}
