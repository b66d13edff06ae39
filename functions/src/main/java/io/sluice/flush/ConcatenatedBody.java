package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;

/// An object made by putting chunks one after another: gzip members and zstd frames concatenate, so that bytes are moved,
/// not decompressed. Chunks are opened as they are reached.
final class ConcatenatedBody implements BodyMaker.ObjectBody {
    private final List<ChunkRef> chunks;
    private final ChunkSource source;

    ConcatenatedBody(List<ChunkRef> chunks, ChunkSource source) {
        this.chunks = chunks;
        this.source = source;
    }

    @Override
    public long length() {
        return chunks.stream().mapToLong(ChunkRef::length).sum();
    }

    @Override
    public InputStream open() {
        Iterator<ChunkRef> next = chunks.iterator();
        return new SequenceInputStream(new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return next.hasNext();
            }

            @Override
            public InputStream nextElement() {
                return source.open(next.next());
            }
        });
    }
}
