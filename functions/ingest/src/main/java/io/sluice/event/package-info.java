/// Events of sources that Firehose does not stand before: Kafka topics, CloudWatch Logs subscriptions, queues
/// and DynamoDB streams. Owns their
/// shapes on the wire, what of each becomes a record, and how a source's records are told apart over its repeats
/// (`docs/how-to/sources.md`, ADR 0037).
@NullMarked
package io.sluice.event;

import org.jspecify.annotations.NullMarked;
