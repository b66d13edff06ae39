/// The harness `compact`: a day of small objects joined to large ones, beside a bare copy of them.
@NullMarked
package io.sluice.benchmarks.compact;

import org.jspecify.annotations.NullMarked;
