package io.sluice.extract;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.jq.JqException;
import io.sluice.jq.JqProgram;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keys by a jq 1.6 query, `{name: expression, …}`. A string is taken as it is, a number or boolean as jq prints it; anything
/// else, or nothing, is no key.
public final class JqQueryKeys implements QueryKeys {
    private static final JsonFactory JSON = new JsonFactory();

    private final JqProgram query;
    private final Optional<String> missingKey;

    private JqQueryKeys(JqProgram query, Optional<String> missingKey) {
        this.query = query;
        this.missingKey = missingKey;
    }

    /// @param missingKey stands for a null or empty key; empty: the record is rejected
    /// @throws JqException when the query does not compile
    public static JqQueryKeys of(String query, Optional<String> missingKey) {
        return new JqQueryKeys(JqProgram.compile(query), missingKey);
    }

    @Override
    public Extracted extract(byte[] data, int offset, int length) {
        try {
            List<String> outputs = query.run(Arrays.copyOfRange(data, offset, offset + length));
            return outputs.size() == 1 ? keys(outputs.getFirst()) : new Extracted.Failed(Reject.EMPTY_KEY);
        } catch (JqException e) {
            return new Extracted.Failed(Reject.metadataExtraction(String.valueOf(e.getMessage())));
        }
    }

    private Extracted keys(String object) {
        Map<String, String> values = new HashMap<>();
        try (JsonParser parser = JSON.createParser(object)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken token = parser.nextToken();
                String value = token.isScalarValue() && token != JsonToken.VALUE_NULL ? parser.getText() : "";
                if (value.isEmpty() && (token.isStructStart() || missingKey.isEmpty())) {
                    return new Extracted.Failed(Reject.EMPTY_KEY);
                }
                values.put(name, value.isEmpty() ? missingKey.orElseThrow() : value);
                parser.skipChildren();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("jq's own output is not JSON", e);
        }
        return new Extracted.Keys(values);
    }
}
