package io.sluice.ingest;

import io.sluice.jq.JqException;
import io.sluice.jq.JqLimits;
import io.sluice.jq.JqMembers;
import io.sluice.jq.JqProgram;
import io.sluice.jq.JqQuery;
import io.sluice.layout.KeyValues;
import io.sluice.reject.Reject;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Keys by a jq 1.6 query, `{name: expression, …}`, within jq's own limits on steps and memory. A string is a key as it
/// is, a number or a boolean as jq's `tostring` prints it; what is null or empty is no key, nor is an array or an
/// object.
public final class JqQueryKeys implements QueryKeys {
    private static final Extracted NO_KEY = new Extracted.Failed(Reject.EMPTY_KEY);

    private final JqQuery query;
    private final Optional<String> missingKey;
    private final boolean[] used;

    private JqQueryKeys(JqQuery query, Predicate<String> isUsed, Optional<String> missingKey) {
        this.query = query;
        this.missingKey = missingKey;
        this.used = new boolean[query.names().size()];
        for (int i = 0; i < used.length; i++) {
            used[i] = isUsed.test(query.names().get(i));
        }
    }

    /// @param isUsed     whether a path has the key of this name; a record may lack all others, whose values are empty
    /// @param missingKey stands for a null or empty key; empty: the record is rejected
    /// @param clock      what the query's `now` tells
    /// @throws JqException when the query is not one object constructor with constant keys
    public static JqQueryKeys of(JqProgram query, Predicate<String> isUsed, Optional<String> missingKey,
            InstantSource clock) {
        return new JqQueryKeys(JqQuery.of(query).with(JqLimits.defaults(), clock), isUsed, missingKey);
    }

    @Override
    public Extracted extract(byte[] data, int offset, int length) {
        return switch (query.evaluate(data, offset, length)) {
            case JqMembers.Found(List<@Nullable String> texts) -> keys(texts);
            case JqMembers.Failed(JqMembers.Reason reason, String message) -> switch (reason) {
                case NOT_JSON -> new Extracted.Failed(Reject.NOT_JSON);
                case NOT_ONE_OBJECT -> NO_KEY;
                case ERROR, BOUND, DEFECT -> new Extracted.Failed(Reject.metadataExtraction(message));
            };
        };
    }

    private Extracted keys(List<@Nullable String> texts) {
        String[] values = new String[texts.size()];
        for (int i = 0; i < values.length; i++) {
            if (!used[i]) {
                values[i] = "";
                continue;
            }
            String text = texts.get(i);
            if (text == null || (text.isEmpty() && missingKey.isEmpty())) {
                return NO_KEY;
            }
            values[i] = text.isEmpty() ? missingKey.get() : text;
        }
        return new Extracted.Keys(KeyValues.of(query.names(), values));
    }
}
