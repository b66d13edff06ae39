package io.sluice.simulation;

import io.sluice.simulation.Knobs.Extreme;
import io.sluice.simulation.folders.FolderWorld;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The kinds of worlds that run by their seeds alone, one after another.
enum WorldKind {
    /// Batches from Firehose, and in some worlds Kinesis, a lake, or bytes that rot.
    STREAM(Knobs.USUAL),
    /// A Kinesis stream.
    KINESIS(Knobs.KINESIS),
    /// A Kafka topic.
    KAFKA(Knobs.USUAL, Knobs::ofKafka),
    /// A CloudWatch Logs subscription.
    LOGS(Knobs.USUAL, Knobs::ofLogs),
    /// An SQS queue.
    QUEUE(Knobs.USUAL, Knobs::ofSqs),
    /// A DynamoDB stream.
    CHANGES(Knobs.USUAL, Knobs::ofChanges),
    /// Objects that others put into a bucket.
    UPLOADS(Knobs.USUAL, Knobs::ofObjects),
    /// Calls of Firehose's API.
    CALLS(Knobs.USUAL, Knobs::ofCalls),
    /// Batches from Firehose, and the table is lost.
    STREAM_LOST(Knobs.LOSSES),
    /// A Kinesis stream, and the table is lost.
    KINESIS_LOST(Knobs.KINESIS_LOSSES),
    /// A Kafka topic, and the table is lost.
    KAFKA_LOST(Knobs.LOSSES, Knobs::ofKafka),
    /// A CloudWatch Logs subscription, and the table is lost.
    LOGS_LOST(Knobs.LOSSES, Knobs::ofLogs),
    /// An SQS queue, and the table is lost.
    QUEUE_LOST(Knobs.LOSSES, Knobs::ofSqs),
    /// A DynamoDB stream, and the table is lost.
    CHANGES_LOST(Knobs.LOSSES, Knobs::ofChanges),
    /// Objects that others put into a bucket, and the table is lost.
    UPLOADS_LOST(Knobs.LOSSES, Knobs::ofObjects),
    /// Calls of Firehose's API, and the table is lost.
    CALLS_LOST(Knobs.LOSSES, Knobs::ofCalls),
    /// Batches from Firehose, whose staged bytes rot.
    STREAM_ROT(Knobs.ROT),
    /// A Kinesis stream, whose staged bytes rot.
    KINESIS_ROT(Knobs.KINESIS_ROT),
    /// Calls of Firehose's API, whose staged bytes rot.
    CALLS_ROT(Knobs.ROT, Knobs::ofCalls),
    /// Lanes, whose number changes.
    LANES(Knobs.LANES),
    /// Lanes of log events.
    LOGS_LANES(Knobs.LANES, Knobs::ofLogs),
    /// Lanes whose table is lost.
    LANES_LOST(Knobs.LANES_LOSSES),
    /// Lanes of calls.
    CALLS_LANES(Knobs.LANES, knobs -> knobs.ofCalls().ofLanes(4)),
    /// Lanes of calls whose table is lost.
    CALLS_LANES_LOST(Knobs.LANES_LOSSES, knobs -> knobs.ofCalls().ofLanes(4)),
    /// Days that are repartitioned, retention and erasures.
    REPARTITIONED(Knobs.LAKES),
    /// Days that are compacted, retention and erasures.
    COMPACTED(Knobs.COMPACTIONS),
    /// Landings of batches.
    LANDINGS(Knobs.USUAL, Knobs::ofLandings),
    /// Landings of batches whose table is lost.
    LANDINGS_LOST(Knobs.LOSSES, Knobs::ofLandings),
    /// Landings of lanes whose table is lost.
    LANDINGS_LANES_LOST(Knobs.LANES_LOSSES, Knobs::ofLandings),
    /// Landings of calls in lanes.
    LANDINGS_CALLS(Knobs.LANES, knobs -> knobs.ofCalls().ofLandings()),
    /// The log of a lake whose days are repartitioned.
    LOG_REPARTITIONED(Knobs.LAKES, Knobs::ofLakeLandings),
    /// The log of a lake whose days are compacted.
    LOG_COMPACTED(Knobs.COMPACTIONS, Knobs::ofLakeLandings),
    /// The log of a lake of lanes.
    LOG_LANES(Knobs.LAKE_LANES, Knobs::ofLakeLandings),
    /// The log of a lake of lanes whose table is lost.
    LOG_LANES_LOST(Knobs.LAKE_LANES_LOSSES, Knobs::ofLakeLandings),
    /// An SQS queue whose batches have hundreds of messages.
    QUEUE_FULL(Knobs.USUAL, knobs -> knobs.ofSqs().seeking(Extreme.FULL_BATCHES)),
    /// An SQS queue whose messages come again for two weeks.
    QUEUE_LATE(Knobs.USUAL, knobs -> knobs.ofSqs().seeking(Extreme.LATE_RETURNS)),
    /// A Kinesis stream that is read again as its segments get old.
    KINESIS_LATE(Knobs.KINESIS, knobs -> knobs.seeking(Extreme.LATE_RETURNS)),
    /// Objects whose notifications come again for five weeks.
    UPLOADS_LATE(Knobs.USUAL, knobs -> knobs.ofObjects().seeking(Extreme.LATE_RETURNS)),
    /// The same of an SQS queue, and the table is lost.
    QUEUE_LATE_LOST(Knobs.LOSSES, knobs -> knobs.ofSqs().seeking(Extreme.LATE_RETURNS)),
    /// The same of objects, and the table is lost.
    UPLOADS_LATE_LOST(Knobs.LOSSES, knobs -> knobs.ofObjects().seeking(Extreme.LATE_RETURNS)),
    /// Batches from Firehose, whose objects are refused until some are given up.
    STREAM_REFUSED(Knobs.USUAL, knobs -> knobs.ofFirehose().seeking(Extreme.REFUSALS)),
    /// Batches of two delivery streams, which number their records alike.
    STREAM_ALIKE(Knobs.USUAL, knobs -> knobs.ofFirehose().seeking(Extreme.NUMBERED_ALIKE)),
    /// Batches from Firehose, at whose objects' keys others put theirs.
    STREAM_FOREIGN(Knobs.USUAL, knobs -> knobs.ofFirehose().seeking(Extreme.OTHER_WRITERS)),
    /// Events of what landed, and of hours and dates that are complete.
    EVENTS(Knobs.USUAL, knobs -> knobs.withSteps(400).seeking(Extreme.EVENTS)),
    /// Days that are repartitioned, by invocations that others overtake.
    REPARTITIONED_OVERTAKEN(Knobs.LAKES, Knobs::overtaken),
    /// Days that are compacted, by invocations that others overtake.
    COMPACTED_OVERTAKEN(Knobs.COMPACTIONS, Knobs::overtaken),
    /// The log of a lake whose jobs others overtake.
    LOG_OVERTAKEN(Knobs.LAKE_LANES, knobs -> knobs.ofLakeLandings().overtaken()),
    /// Batches from Firehose whose invocations others overtake.
    STREAM_OVERTAKEN(Knobs.USUAL, knobs -> knobs.ofFirehose().seeking(Extreme.OVERTAKEN)),
    /// Objects whose reading fails, damaged ones, and the stream's own.
    UPLOADS_READ(Knobs.USUAL, knobs -> knobs.ofObjects().seeking(Extreme.READS)),
    /// Calls that come to each replica in threads of their own.
    CALLS_GROUPS(Knobs.USUAL, knobs -> knobs.ofCalls().seeking(Extreme.GROUPS)),
    /// Batches from Firehose, and the table is hard to recover.
    STREAM_HARD_LOST(Knobs.LOSSES, knobs -> knobs.seeking(Extreme.HARD_LOSSES)),
    /// A Kinesis stream, and the table is hard to recover.
    KINESIS_HARD_LOST(Knobs.KINESIS_LOSSES, knobs -> knobs.seeking(Extreme.HARD_LOSSES)),
    /// An SQS queue, and the table is hard to recover.
    QUEUE_HARD_LOST(Knobs.LOSSES, knobs -> knobs.ofSqs().seeking(Extreme.HARD_LOSSES)),
    /// Landings of lanes, and the table is hard to recover.
    LANDINGS_HARD_LOST(Knobs.LANES_LOSSES, knobs -> knobs.ofLandings().seeking(Extreme.HARD_LOSSES)),
    /// Batches from Firehose, of whose entries some cannot be read for a while.
    STREAM_ENTRIES(Knobs.USUAL, knobs -> knobs.ofFirehose().seeking(Extreme.ENTRIES)),
    /// The same, and the table is lost.
    STREAM_ENTRIES_LOST(Knobs.LOSSES, knobs -> knobs.ofFirehose().seeking(Extreme.ENTRIES)),
    /// Batches of a stream of any prefix, zone and rules, one request after another: no knob is for these.
    FOLDERS(Knobs.USUAL) {
        @Override
        Optional<Violation> run(long seed, Reached reached) {
            try {
                FolderWorld.run(new SeededChoices(seed));
                return Optional.empty();
            } catch (Violation violation) {
                return Optional.of(violation);
            }
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Knobs knobs;

    WorldKind(Knobs knobs) {
        this(knobs, each -> each);
    }

    WorldKind(Knobs knobs, UnaryOperator<Knobs> change) {
        this.knobs = change.apply(knobs);
    }

    Knobs knobs() {
        return knobs;
    }

    /// Runs one world of the kind to its end.
    ///
    /// @param reached is told the rare states that it reaches
    /// @return what was violated
    Optional<Violation> run(long seed, Reached reached) {
        return Seeds.violation(seed, knobs, Mistake.NONE, Trace.none(), reached);
    }

    /// Its name in files and on a command line.
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// @throws IllegalArgumentException when there is none of that name
    static WorldKind parse(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of world is named '" + text + "'"));
    }
}
