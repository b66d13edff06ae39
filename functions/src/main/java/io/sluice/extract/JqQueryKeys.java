package io.sluice.extract;

import io.sluice.jq.JqException;
import io.sluice.jq.JqKeys;
import io.sluice.jq.JqLimits;
import io.sluice.jq.JqProgram;
import io.sluice.jq.JqQuery;
import io.sluice.layout.KeyValues;
import io.sluice.reject.Reject;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Keys by a jq 1.6 query, `{name: expression, …}`, within jq's own limits on steps and memory.
public final class JqQueryKeys implements QueryKeys {
    private final JqQuery query;

    private JqQueryKeys(JqQuery query) {
        this.query = query;
    }

    /// @param missingKey stands for a null or empty key; empty: the record is rejected
    /// @param clock      what the query's `now` tells
    /// @throws JqException when the query is not one object constructor with constant keys
    public static JqQueryKeys of(JqProgram query, Optional<String> missingKey, InstantSource clock) {
        JqQuery parsed = JqQuery.of(query).with(JqLimits.defaults(), clock);
        return new JqQueryKeys(missingKey.map(parsed::withMissing).orElse(parsed));
    }

    @Override
    public Extracted extract(byte[] data, int offset, int length) {
        return switch (query.evaluate(data, offset, length)) {
            case JqKeys.Found(List<String> texts) -> new Extracted.Keys(KeyValues.of(query.keys(), texts));
            case JqKeys.Failed(JqKeys.Reason reason, String message) -> new Extracted.Failed(switch (reason) {
                case NOT_JSON -> Reject.NOT_JSON;
                case NO_KEY -> Reject.EMPTY_KEY;
                case ERROR, BOUND, DEFECT -> Reject.metadataExtraction(message);
            });
        };
    }
}
