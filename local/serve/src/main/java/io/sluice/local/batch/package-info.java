/// Groups input records into batches as Firehose does, writes each as a Lambda event with a context, and checks the
/// answer. Record ids and batch boundaries are functions of the input, so that the same input gives the same batches
/// again.
@NullMarked
package io.sluice.local.batch;

import org.jspecify.annotations.NullMarked;
