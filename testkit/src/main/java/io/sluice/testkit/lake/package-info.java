/// Readers of a view while its days move, and of what a repartition has decided, apart from its own
/// code; and the steps of a compaction.
@NullMarked
package io.sluice.testkit.lake;

import org.jspecify.annotations.NullMarked;
