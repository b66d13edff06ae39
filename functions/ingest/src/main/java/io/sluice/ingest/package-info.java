/// From a batch to a segment and an index entry: one PUT and one write, whatever the number of partitions. In delivery
/// `firehose`, from a batch to the answer with its keys.
@NullMarked
package io.sluice.ingest;

import org.jspecify.annotations.NullMarked;
