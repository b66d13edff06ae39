/// The transform function's way in delivery `buffer`, from an event's bytes to segment and entry, beside compression
/// alone.
@NullMarked
package io.sluice.benchmarks.ingest;

import org.jspecify.annotations.NullMarked;
