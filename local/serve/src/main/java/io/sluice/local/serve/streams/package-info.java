/// The streams that are served: what is kept of them, what describes them, and what becomes of their records after the
/// journal: batches to the transform function, the flusher on its timer.
@NullMarked
package io.sluice.local.serve.streams;

import org.jspecify.annotations.NullMarked;
