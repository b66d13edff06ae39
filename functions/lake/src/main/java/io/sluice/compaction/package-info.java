/// Compaction: many small objects of a day that is over, joined to few large ones in the same layout under another
/// prefix, exactly once, behind the view over both.
@NullMarked
package io.sluice.compaction;

import org.jspecify.annotations.NullMarked;
