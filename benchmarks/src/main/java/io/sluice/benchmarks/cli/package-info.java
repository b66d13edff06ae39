/// `./sluice bench`: which harnesses run, and how their figures are printed.
@NullMarked
package io.sluice.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
