/// The cost of a stream on AWS, from counted requests and write units, beside Firehose's dynamic partitioning.
@NullMarked
package io.sluice.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
