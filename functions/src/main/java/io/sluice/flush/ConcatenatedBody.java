package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;

/// An object made by putting chunks one after another behind the format's preamble: bytes are moved, not decompressed.
/// Chunks are opened as they are reached.
final class ConcatenatedBody implements BodyMaker.ObjectBody {
    private final byte[] preamble;
    private final List<ChunkRef> chunks;
    private final ChunkSource source;

    ConcatenatedBody(byte[] preamble, List<ChunkRef> chunks, ChunkSource source) {
        this.preamble = preamble;
        this.chunks = chunks;
        this.source = source;
    }

    @Override
    public long length() {
        return preamble.length + chunks.stream().mapToLong(ChunkRef::length).sum();
    }

    @Override
    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes nothing else
    public InputStream open() {
        Iterator<ChunkRef> next = chunks.iterator();
        InputStream joined = new SequenceInputStream(new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return next.hasNext();
            }

            @Override
            public InputStream nextElement() {
                return source.open(next.next());
            }
        });
        return preamble.length == 0 ? joined : new SequenceInputStream(new ByteArrayInputStream(preamble), joined);
    }
}
