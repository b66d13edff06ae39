/// What brings records to the transform function: event source mappings, subscriptions, and Firehose streams. Each kind
/// of source is one construct, which makes what the source needs and grants what reading it takes.
@NullMarked
package io.sluice.infra.source;

import org.jspecify.annotations.NullMarked;
