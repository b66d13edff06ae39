package io.sluice.event;

import io.sluice.firehose.SourceBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// What invokes a stream's transform function: `Sluice.Source.Type`.
public enum EventSource {
    /// Where the configuration names none: whichever of the two it is, their events tell.
    FIREHOSE_OR_KINESIS("", "Firehose or of a Kinesis event source", SourceBatch.Kind.FIREHOSE,
            SourceBatch.Kind.FIREHOSE_MSK, SourceBatch.Kind.KINESIS),
    /// A Firehose stream, whatever its own source is.
    FIREHOSE("firehose", "Firehose", SourceBatch.Kind.FIREHOSE, SourceBatch.Kind.FIREHOSE_MSK),
    /// An event source mapping on a Kinesis stream.
    KINESIS("kinesis", "a Kinesis event source", SourceBatch.Kind.KINESIS),
    /// An event source mapping on a topic of Amazon MSK or of a Kafka cluster of one's own.
    KAFKA("kafka", "a Kafka event source", SourceBatch.Kind.KAFKA),
    /// A subscription of CloudWatch Logs.
    CLOUDWATCH_LOGS("cloudwatch-logs", "a CloudWatch Logs subscription", SourceBatch.Kind.CLOUDWATCH_LOGS);

    private final String configured;
    private final String described;
    private final Set<SourceBatch.Kind> kinds;

    EventSource(String configured, String described, SourceBatch.Kind... kinds) {
        this.configured = configured;
        this.described = described;
        this.kinds = Set.of(kinds);
    }

    /// Those that a configuration can name.
    public static List<EventSource> named() {
        return Arrays.stream(values()).filter(source -> !source.configured.isEmpty()).toList();
    }

    /// The text in a configuration; empty where it names none.
    public String configured() {
        return configured;
    }

    /// As in "an event of …".
    public String described() {
        return described;
    }

    boolean takes(SourceBatch.Kind kind) {
        return kinds.contains(kind);
    }
}
