package io.sluice.infra.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.deployment.DeploymentException;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Token;

/// Lambda's filter criteria: event patterns of which one must match. What they leave out is never staged (AWS Lambda
/// developer guide, "Control which events Lambda sends to your function").
public final class EventPatterns {
    private static final int FILTERS_MAX = 10;
    private static final int FILTER_CHARS_MAX = 4096;
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private EventPatterns() {}

    /// @param form what a pattern of this source is, with an example, as in "…, as {…}"
    /// @return the filters, unmodifiable
    /// @throws DeploymentException naming the filter that Lambda would refuse
    public static List<String> require(List<String> filters, String form) {
        if (Token.isUnresolved(filters) || filters.size() > FILTERS_MAX) {
            throw new DeploymentException("An event source has at most %d filters, given as literals"
                    .formatted(FILTERS_MAX));
        }
        filters.forEach(filter -> requirePattern(filter, form));
        return List.copyOf(filters);
    }

    private static void requirePattern(String filter, String form) {
        if (filter.length() > FILTER_CHARS_MAX) {
            throw new DeploymentException("A filter has at most %d characters, and not %d".formatted(FILTER_CHARS_MAX,
                    filter.length()));
        }
        try {
            var pattern = JSON.readTree(filter);
            if (pattern.isObject() && !pattern.isEmpty()) {
                return;
            }
        } catch (JsonProcessingException e) {
            throw new DeploymentException("The filter " + filter + " is no JSON: " + e.getOriginalMessage());
        }
        throw new DeploymentException("The filter " + filter + " is no event pattern: " + form);
    }

    /// As an event source mapping takes them; null where there are none.
    static List<Map<String, String>> criteria(List<String> filters) {
        return filters.stream().map(pattern -> Map.of("pattern", pattern)).toList();
    }
}
