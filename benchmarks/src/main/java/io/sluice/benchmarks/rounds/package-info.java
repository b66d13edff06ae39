/// Fair comparison on a machine that does other things too: contestants take turns, round by round, in one process.
@NullMarked
package io.sluice.benchmarks.rounds;

import org.jspecify.annotations.NullMarked;
