/// The wire shapes of Firehose's transformation contract: events in, responses out.
@NullMarked
package io.sluice.firehose;

import org.jspecify.annotations.NullMarked;
