/// The parts of a compiled program: nodes that give outputs for an input, and the machine that bounds a run.
@NullMarked
package io.sluice.jq.eval;

import org.jspecify.annotations.NullMarked;
