/// The transform function's way in delivery `firehose`, from an event's bytes to the response's, beside other ways to
/// the same answers.
@NullMarked
package io.sluice.benchmarks.transform;

import org.jspecify.annotations.NullMarked;
