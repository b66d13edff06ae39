/// The landing log: the objects that came of each commit, in order, for whoever reads what lands. A landing is made of
/// the manifest that was committed and of nothing else.
@NullMarked
package io.sluice.landing;

import org.jspecify.annotations.NullMarked;
