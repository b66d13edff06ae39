package io.sluice.flush;

import io.sluice.codec.ObjectFrame;
import io.sluice.manifest.ChunkRef;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;

/// An object that is its chunks as they are staged, one after another. They are asked for as they are reached, each
/// time anew.
final class StreamBody implements BodyMaker.ObjectBody {
    private final ObjectFrame frame;
    private final List<ChunkRef> chunks;
    private final ChunkSource source;
    private final long length;

    StreamBody(ObjectFrame.Stream frame, List<ChunkRef> chunks, ChunkSource source) {
        this.frame = frame;
        this.chunks = chunks;
        this.source = source;
        this.length = frame.head().length + chunks.stream()
                .mapToLong(chunk -> ObjectPieces.contentBytes(chunk, frame.compression())).sum();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes nothing else
    public InputStream open() {
        Iterator<ChunkRef> rest = chunks.iterator();
        Enumeration<InputStream> opened = new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return rest.hasNext();
            }

            @Override
            public InputStream nextElement() {
                return source.open(rest.next()).open();
            }
        };
        return new SequenceInputStream(new ByteArrayInputStream(frame.head()), new SequenceInputStream(opened));
    }
}
