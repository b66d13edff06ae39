/// The flusher's way, from staged segments to delivered objects on the embedded S3 server, beside a bare copy of the
/// same objects.
@NullMarked
package io.sluice.benchmarks.flush;

import org.jspecify.annotations.NullMarked;
