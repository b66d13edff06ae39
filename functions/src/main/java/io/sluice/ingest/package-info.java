/// From a batch to a segment and an index entry: one PUT and one write, whatever the number of partitions.
@NullMarked
package io.sluice.ingest;

import org.jspecify.annotations.NullMarked;
