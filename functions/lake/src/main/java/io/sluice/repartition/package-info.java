/// Repartitioning what is already in the bucket: every object under a source prefix goes through the ingest of a
/// stream, day by day, exactly once, behind the view over both layouts.
@NullMarked
package io.sluice.repartition;

import org.jspecify.annotations.NullMarked;
