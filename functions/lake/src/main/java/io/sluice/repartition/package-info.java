/// Repartitioning what is already in the bucket: every object under a source prefix goes through the ingest of a
/// stream, day by day, exactly once, and a view over both layouts is moved from one to the other in one step a day.
@NullMarked
package io.sluice.repartition;

import org.jspecify.annotations.NullMarked;
