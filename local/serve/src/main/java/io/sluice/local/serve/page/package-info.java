/// The page at `/`: a playground and the streams' figures, out of the jar, without anything from a network.
@NullMarked
package io.sluice.local.serve.page;

import org.jspecify.annotations.NullMarked;
