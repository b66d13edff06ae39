/// What the server says of itself: OpenMetrics, and whether it is well.
@NullMarked
package io.sluice.local.serve.metrics;

import org.jspecify.annotations.NullMarked;
