/// Sluice on AWS as a CDK app: stacks made of constructs, each construct a capability with a props record. Only
/// [SluiceApp] reads context; everything below it takes values, so another app can use the same constructs.
@NullMarked
package io.sluice.infra;

import org.jspecify.annotations.NullMarked;
