/// Calls of Firehose's API, as they come without Firehose: what a call is known by, which calls are staged together,
/// and for how long. It knows neither HTTP nor how a batch is staged. (ADR 0115)
@NullMarked
package io.sluice.call;

import org.jspecify.annotations.NullMarked;
