/// The contracts and the deployed functions against an AWS endpoint that is not embedded: LocalStack, another emulator,
/// or AWS, in the Maven profiles `emulator` and `localstack`. What a stream is asked for there is asked of the embedded
/// servers at each build.
@NullMarked
package io.sluice.local.emulator;

import org.jspecify.annotations.NullMarked;
