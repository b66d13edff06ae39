package io.sluice.event;

import java.util.Optional;

/// `Sluice.Source`: whose events a stream takes, and what of them.
///
/// @param source  `Type`
/// @param form    `Record`; without effect on Firehose's and Kinesis's events
/// @param cluster `Name`: what a Kafka cluster is called in positions, in place of its ARN or its bootstrap servers;
///                empty: one of these
public record EventSettings(EventSource source, RecordForm form, Optional<String> cluster) {
    /// Of a configuration without the section.
    public static final EventSettings USUAL = new EventSettings(EventSource.FIREHOSE_OR_KINESIS, RecordForm.PAYLOAD,
            Optional.empty());
}
