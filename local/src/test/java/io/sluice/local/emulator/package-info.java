/// The contracts and the deployed functions against an AWS endpoint that is not embedded: LocalStack, another emulator,
/// or AWS. Runs in the Maven profile `emulator` only.
@NullMarked
package io.sluice.local.emulator;

import org.jspecify.annotations.NullMarked;
