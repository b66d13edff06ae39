/// The number of index shards raised and lowered while batches come in.
@NullMarked
package io.sluice.benchmarks.reshard;

import org.jspecify.annotations.NullMarked;
