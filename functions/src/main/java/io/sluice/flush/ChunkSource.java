package io.sluice.flush;

import io.sluice.manifest.ChunkRef;
import java.io.InputStream;

/// Gives the staged bytes of chunks: out of a wave in memory, or by a request for each where a wave would not fit.
@FunctionalInterface
interface ChunkSource {
    InputStream open(ChunkRef chunk);
}
