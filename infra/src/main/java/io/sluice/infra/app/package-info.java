/// Sluice's own CDK app of one stream: its stacks, and the context that it is told by. Only this package reads context;
/// any other app has [io.sluice.infra.SluiceStream].
@NullMarked
package io.sluice.infra.app;

import org.jspecify.annotations.NullMarked;
