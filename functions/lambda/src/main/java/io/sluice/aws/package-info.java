/// The ports on AWS: S3 and DynamoDB through the AWS SDK v2, with time-outs and retries that fit a function's time. The
/// only package beside `io.sluice.lambda` that knows AWS types.
@NullMarked
package io.sluice.aws;

import org.jspecify.annotations.NullMarked;
