/// Sluice on AWS. [SluiceStream] is a stream in a stack of any CDK app, and what its users name stands beside it;
/// [io.sluice.infra.app.SluiceApp] is Sluice's own app of one stream. Both put a [SluicePipeline] together from the
/// same constructs, each a capability with a props record, of the packages below.
@NullMarked
package io.sluice.infra;

import org.jspecify.annotations.NullMarked;
