package io.sluice.flush;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.manifest.ChunkRef;
import io.sluice.objects.Body;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// The parts of an object in order: chunks that are staged compressed, each as it is, and runs of plain neighbours, each
/// compressed into one as it is reached. Together they are what the format's own compressor would make of the records, cut
/// in other places.
///
/// @param chunks of one object, in its order
record ObjectParts(Compression compression, List<ChunkRef> chunks, ChunkSource source, CompressorPool compressors)
        implements
            Iterable<Body> {
    /// A longer run is cut, so that what is held of it is bounded.
    private static final long RUN_BYTES_MAX = 4 << 20;

    @Override
    public Iterator<Body> iterator() {
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < chunks.size();
            }

            @Override
            public Body next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                int end = runEnd(at);
                Body part = end == at ? staged(chunks.get(at)) : compressed(chunks.subList(at, end));
                at = Math.max(end, at + 1);
                return part;
            }
        };
    }

    /// The end of the run of plain chunks that begins at `start`; `start` itself when none does.
    private int runEnd(int start) {
        int end = start;
        long bytes = 0;
        while (end < chunks.size() && chunks.get(end).form() == ChunkForm.PLAIN && bytes < RUN_BYTES_MAX) {
            bytes += chunks.get(end).length();
            end++;
        }
        return end;
    }

    private Body compressed(List<ChunkRef> run) {
        try {
            return Body.of(compressors.compress(compression, compressor -> {
                for (ChunkRef chunk : run) {
                    try (InputStream plain = source.open(chunk)) {
                        compressor.append(plain.readAllBytes());
                    }
                }
            }));
        } catch (IOException e) {
            throw new UncheckedIOException("compressing staged chunks", e);
        }
    }

    private Body staged(ChunkRef chunk) {
        return new Body() {
            @Override
            public long length() {
                return chunk.length();
            }

            @Override
            public InputStream open() {
                return source.open(chunk);
            }
        };
    }
}
