/// Measurements of the hot paths, each beside something known and on data that it checks first.
@NullMarked
package io.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
