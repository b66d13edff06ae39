/// A replica: the Firehose API on streams that are nothing but their configurations, over S3 and DynamoDB that any
/// number of replicas share. It keeps nothing, on a disk or in memory, that is needed once a call is answered.
/// (ADR 0116)
@NullMarked
package io.sluice.local.serve.replica;

import org.jspecify.annotations.NullMarked;
