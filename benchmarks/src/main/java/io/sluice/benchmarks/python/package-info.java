/// Contestants in Python: interpreters that stay up, so that their start is in no figure.
@NullMarked
package io.sluice.benchmarks.python;

import org.jspecify.annotations.NullMarked;
