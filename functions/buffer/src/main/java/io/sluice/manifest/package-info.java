/// The manifest: the pending state of a stream between two commits, and the pure functions that fold new batches into
/// it and plan what is delivered. Nothing here does I/O or reads a clock.
@NullMarked
package io.sluice.manifest;

import org.jspecify.annotations.NullMarked;
