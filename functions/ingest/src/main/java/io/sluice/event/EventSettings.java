package io.sluice.event;

import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceType;
import java.util.Optional;

/// `Sluice.Source`: whose events a stream takes, and what of them.
///
/// @param source  `Type`
/// @param form    `Record`; without effect on Firehose's and Kinesis's events
/// @param cluster `Name`: what a Kafka cluster is called in positions, in place of its ARN or its bootstrap servers;
///                empty: one of these
/// @param answer  what an SQS mapping is told when a part of a batch is staged
/// @param calls   `GroupMillis` and `Retries`; without effect on events
public record EventSettings(SourceType source, RecordForm form, Optional<String> cluster, PartialAnswer answer,
        CallSettings calls) {
    /// Of a configuration without the section.
    public static final EventSettings USUAL = new EventSettings(SourceType.FIREHOSE_OR_KINESIS, RecordForm.PAYLOAD,
            Optional.empty());

    /// The same where no part of a batch is answered.
    public EventSettings(SourceType source, RecordForm form, Optional<String> cluster) {
        this(source, form, cluster, PartialAnswer.NEVER, CallSettings.USUAL);
    }
}
