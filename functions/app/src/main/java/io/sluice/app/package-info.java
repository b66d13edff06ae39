/// A stream: a configuration and its ports, put together once, in three halves that load apart. Knows no AWS; what it
/// asks of a deployment is [io.sluice.app.Ports].
@NullMarked
package io.sluice.app;

import org.jspecify.annotations.NullMarked;
