/// The command line: the functions, as they run in AWS Lambda, on an embedded DynamoDB and an embedded S3 server.
@NullMarked
package io.sluice.local;

import org.jspecify.annotations.NullMarked;
