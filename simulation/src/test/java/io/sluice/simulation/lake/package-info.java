/// What else goes on in some simulated worlds: days that are repartitioned, retention and erasures, beside the stream.
@NullMarked
package io.sluice.simulation.lake;

import org.jspecify.annotations.NullMarked;
