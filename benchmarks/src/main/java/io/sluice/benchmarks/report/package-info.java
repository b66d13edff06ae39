/// Figures, the goals they are held against, and how they are printed.
@NullMarked
package io.sluice.benchmarks.report;

import org.jspecify.annotations.NullMarked;
