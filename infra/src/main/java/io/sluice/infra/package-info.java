/// Sluice on AWS. [SluiceStream] is a stream in a stack of any CDK app; [SluiceApp] is Sluice's own app of one stream.
/// Both are made of the same constructs, each a capability with a props record, and only [SluiceApp] reads context.
@NullMarked
package io.sluice.infra;

import org.jspecify.annotations.NullMarked;
