package io.sluice.local.expect;

import io.sluice.app.Pipeline;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.PrefixPart;
import io.sluice.local.UsageException;
import io.sluice.local.rejects.UnusableKeys;
import io.sluice.partition.Partition;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.Reject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Takes the records of cases through the transform function's own steps, each for itself and at its own time. For one
/// thread.
public final class Cases {
    private final StreamConfiguration stream;
    private final Pipeline functions;
    private final PartitionBinder binder;
    private final UnusableKeys unusable;
    /// The time at which records arrive: that of the record under way.
    private Instant now = Instant.EPOCH;

    /// The stream's plug-ins are those that the calling thread finds.
    public Cases(StreamConfiguration stream) {
        this.stream = stream;
        this.functions = new Pipeline(stream, () -> now);
        this.binder = functions.binders().get();
        this.unusable = UnusableKeys.of(stream);
    }

    /// @throws UsageException when a case of `file` expects what the configuration leaves open
    public FileResult run(TestFile file) {
        file.cases().forEach(each -> require(file, each));
        return new FileResult(file.name(),
                file.cases().stream()
                        .map(each -> new CaseResult(each.name(), each.line(), Comparison.of(each, outcomes(each))))
                        .toList());
    }

    private void require(TestFile file, TestCase each) {
        for (Expected expected : each.expected()) {
            switch (expected) {
                case Expected.Delivered delivered when delivered.prefix().isPresent() ->
                    require(file, each, stream.prefix(), "Prefix");
                case Expected.Rejected rejected when rejected.prefix().isPresent() ->
                    require(file, each, stream.errorOutputPrefix(), "ErrorOutputPrefix");
                case Expected.Delivered _,Expected.Rejected _,Expected.Dropped _ -> {
                }
            }
        }
    }

    private static void require(TestFile file, TestCase each, PrefixExpression prefix, String field) {
        String where = file.name() + (each.line() == 0 ? "" : ":" + each.line()) + ", " + each.name() + ": ";
        if (prefix.parts().stream().anyMatch(PrefixPart.RandomString.class::isInstance)) {
            throw new UsageException(where + field + " has !{firehose:random-string}, which differs from object to"
                    + " object; expect keys, a code or a message instead of a prefix");
        }
        if (each.arrival().isEmpty() && prefix.parts().stream().anyMatch(PrefixPart.Timestamp.class::isInstance)) {
            throw new UsageException(where + field + " has a time, that of the record's arrival; say it:"
                    + " arrival: 2026-11-22T08:00:00Z, in the case or beside the cases");
        }
    }

    private List<ExpectedOutcome> outcomes(TestCase each) {
        now = each.arrival().orElse(Instant.EPOCH);
        List<ExpectedOutcome> outcomes = new ArrayList<>();
        functions.processor().process(new SourceRecord("test", now, each.data()),
                processed -> outcomes.add(outcome(processed)));
        return outcomes;
    }

    private ExpectedOutcome outcome(Processed processed) {
        return switch (processed) {
            case Processed.Keyed keyed -> switch (binder.bind(keyed.queryValues(), keyed.lambdaValues())) {
                case PartitionBinder.Bound.To(Partition partition) ->
                    new ExpectedOutcome.Delivered(keys(keyed), path(partition), keyed.bytes());
                case PartitionBinder.Bound.Rejected(Reject reject) -> rejected(reject, keyed.source().raw());
            };
            case Processed.Rejected(byte[] raw, Reject reject, var _) -> rejected(reject, raw);
            case Processed.Dropped() -> new ExpectedOutcome.Dropped();
        };
    }

    /// Of a name that both the query and a plug-in give, the value that the prefix takes.
    private Map<String, String> keys(Processed.Keyed keyed) {
        Map<String, String> keys = new TreeMap<>(keyed.lambdaValues());
        keyed.queryValues().forEach((name, value) -> {
            if (!keys.containsKey(name) || !stream.prefix().lambdaKeys().contains(name)) {
                keys.put(name, value);
            }
        });
        return keys;
    }

    private ExpectedOutcome rejected(Reject reject, byte[] raw) {
        return new ExpectedOutcome.Rejected(reject.code(), reject.message(), path(binder.errors(reject.type())),
                unusable.in(reject.message(), raw).orElse(""));
    }

    private String path(Partition partition) {
        return partition.prefix().evaluate(now, stream.timeZone(), "test");
    }
}
