package io.sluice.local.evidence;

import io.sluice.app.Pipeline;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.Processed;
import io.sluice.jq.JqException;
import io.sluice.jq.JqLimits;
import io.sluice.jq.JqMembers;
import io.sluice.jq.JqProgram;
import io.sluice.jq.JqQuery;
import io.sluice.local.verify.Witness;
import io.sluice.reject.Reject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks the stream's jq query, and where it has code of its user or compressed records, its steps.
public final class StreamWitness implements Witness {
    private final Pipeline functions;
    private final Optional<JqQuery> query;
    private final Set<String> used;
    private final String missingKey;
    private final Optional<JqProgram> arrival;

    /// @param arrival `--arrival`
    public StreamWitness(StreamConfiguration stream, Optional<String> arrival) {
        this.functions = new Pipeline(stream, InstantSource.system());
        this.query = stream.processing().metadataQuery()
                .map(program -> JqQuery.of(program).with(JqLimits.defaults(), InstantSource.system()));
        this.used = stream.prefix().queryKeys();
        this.missingKey = stream.sluice().missingKey().orElse("");
        this.arrival = arrival.map(JqProgram::compile);
    }

    @Override
    public Outcome keys(byte[] record) {
        if (query.isEmpty()) {
            return new Outcome.Keyed(record, Map.of(), Map.of(), record);
        }
        Map<String, String> named = new LinkedHashMap<>();
        boolean usable = query.get().evaluate(record, 0, record.length) instanceof JqMembers.Found(var texts)
                && named(query.get().names(), texts, named);
        return usable
                ? new Outcome.Keyed(record, named, Map.of(), record)
                : new Outcome.Rejected(record, Reject.NOT_JSON.type().wireName(), Reject.NOT_JSON.code());
    }

    /// Tests whether each of the texts that a path has is a key, and puts them into `named`.
    private boolean named(List<String> names, List<@Nullable String> texts, Map<String, String> named) {
        for (int i = 0; i < names.size(); i++) {
            if (!used.contains(names.get(i))) {
                continue;
            }
            String text = "".equals(texts.get(i)) ? missingKey : texts.get(i);
            if (text == null || text.isEmpty()) {
                return false;
            }
            named.put(names.get(i), text);
        }
        return true;
    }

    @Override
    public void process(byte[] record, Consumer<Outcome> sink) {
        functions.processor().process(new SourceRecord("", Instant.EPOCH, record),
                processed -> sink.accept(outcome(processed)));
    }

    private static Outcome outcome(Processed processed) {
        return switch (processed) {
            case Processed.Keyed keyed -> new Outcome.Keyed(keyed.bytes(), keyed.queryValues(), keyed.lambdaValues(),
                    keyed.source().raw());
            case Processed.Rejected(byte[] raw, Reject reject, var _) ->
                new Outcome.Rejected(raw, reject.type().wireName(), reject.code());
            case Processed.Dropped() -> new Outcome.Dropped();
        };
    }

    @Override
    public Optional<String> arrival(byte[] record) {
        if (arrival.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<String> outputs = arrival.get().run(record);
            return outputs.size() == 1 ? Optional.of(outputs.getFirst()) : Optional.empty();
        } catch (JqException e) {
            return Optional.empty();
        }
    }
}
