/// Compares what a run delivered with what its input asks for: every record once, under the prefix of its own keys.
/// Works from the input and the objects alone; nothing of the buffer takes part but what an unfinished run still holds.
@NullMarked
package io.sluice.local.verify;

import org.jspecify.annotations.NullMarked;
