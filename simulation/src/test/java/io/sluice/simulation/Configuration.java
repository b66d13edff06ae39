package io.sluice.simulation;

import io.sluice.codec.ObjectFormat;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.ErrorOutput;
import io.sluice.partition.PartitionBinder;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.simulation.own.OwnPrefix;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// One version of the stream's configuration. Each version puts its objects under a folder of its own, so that an
/// object tells by its key which version its records were buffered under.
///
/// @param number     0 for the first version
/// @param layout     what the prefix is like
/// @param shardCount index shards that this version writes to
public record Configuration(int number, Layout layout, ObjectFormat format, int shardCount) {
    public static final String ERRORS = "errors/";
    /// Expressions never change; parsing them took most of a run's time.
    private static final Map<String, PrefixExpression> PARSED = new ConcurrentHashMap<>();
    private static final Map<String, OwnPrefix> OWN = new ConcurrentHashMap<>();

    /// What a prefix is like.
    public enum Layout {
        /// A folder for each key.
        KEY("k=!{partitionKeyFromLambda:k}/"),
        /// A folder for each key and hour of the object's oldest record.
        KEY_AND_HOUR("!{partitionKeyFromLambda:k}/t=!{timestamp:yyyy-MM-dd-HH}/"),
        /// A folder for each pair of keys; records without a second key are rejected.
        TWO_KEYS("k=!{partitionKeyFromLambda:k}/z=!{partitionKeyFromLambda:z}/"),
        /// A folder for each key and day of the object's oldest record.
        KEY_AND_DAY("k=!{partitionKeyFromLambda:k}/dt=!{timestamp:yyyy-MM-dd}/");

        /// Those that differ in more than the unit of time.
        static final List<Layout> USUAL = List.of(KEY, KEY_AND_HOUR, TWO_KEYS);

        private final String expression;

        Layout(String expression) {
            this.expression = expression;
        }
    }

    public PartitionBinder binder() {
        return new PartitionBinder(expression(), errorPrefix(), format, KeyEncoding.VERBATIM);
    }

    public ErrorOutput errorOutput() {
        return new ErrorOutput(errorPrefix());
    }

    /// `Prefix`.
    public PrefixExpression expression() {
        return parsed(objects());
    }

    /// `ErrorOutputPrefix`.
    public PrefixExpression errorPrefix() {
        return parsed(errors());
    }

    private static PrefixExpression parsed(String expression) {
        return PARSED.computeIfAbsent(expression, PrefixExpression::parse);
    }

    private String objects() {
        return folder() + layout.expression;
    }

    private String errors() {
        return ERRORS + folder() + "!{firehose:error-output-type}/";
    }

    private String folder() {
        return "c" + number + "/";
    }

    /// Whether a record is delivered rather than rejected.
    public boolean takes(SimulatedRecord record) {
        return !record.key().isEmpty() && (layout != Layout.TWO_KEYS || !record.secondKey().isEmpty());
    }

    /// Whether records are converted when they are delivered.
    public boolean converts() {
        return format instanceof ObjectFormat.Parquet;
    }

    public Delimiting delimiting() {
        return Delimiting.NEWLINE;
    }

    /// The prefix that a record must be under; worked out by a reader of expressions that is the oracle's own.
    ///
    /// @param oldestArrival of all records in the object
    public String prefix(SimulatedRecord record, long oldestArrival) {
        boolean taken = takes(record);
        boolean undecoded = record.secondKey().equals(SimulatedRecord.UNDECODED);
        OwnPrefix.Keys keys = new OwnPrefix.Keys(Map.of(), Map.of("k", record.key(), "z", record.secondKey()));
        return OWN.computeIfAbsent(taken ? objects() : errors(), OwnPrefix::parse)
                .text(keys, undecoded ? "decompression-failed" : "partitioning-failed",
                        Instant.ofEpochMilli(oldestArrival), ZoneOffset.UTC);
    }
}
