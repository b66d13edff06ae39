package io.sluice.benchmarks.transform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.Expression;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.PathOutput;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Version;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import net.thisptr.jackson.jq.path.Path;
import org.jspecify.annotations.Nullable;

/// The stream's own jq query, by the library jackson-jq, with the one builtin that it lacks: `strftime`, by hand for
/// the four patterns of the query.
final class JacksonJqKeys implements TreeResponder.Keys {
    private final Scope scope = Scope.newEmptyScope();
    private final JsonQuery query;

    JacksonJqKeys(String query) throws IOException {
        BuiltinFunctionLoader.getInstance().loadFunctions(Versions.JQ_1_6, scope);
        scope.addFunction("strftime", 1, JacksonJqKeys::strftime);
        this.query = JsonQuery.compile(query, Versions.JQ_1_6);
    }

    @Override
    public Map<String, String> of(JsonNode click) throws IOException {
        Map<String, String> keys = new LinkedHashMap<>();
        query.apply(scope, click,
                found -> found.properties().forEach(key -> keys.put(key.getKey(), key.getValue().textValue())));
        return keys;
    }

    private static void strftime(Scope scope, List<Expression> arguments, JsonNode in, @Nullable Path path,
            PathOutput output, Version version) throws JsonQueryException {
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochSecond(in.longValue()), ZoneOffset.UTC);
        arguments.getFirst().apply(scope, in, pattern -> output.emit(TextNode.valueOf(part(time, pattern.textValue())),
                null));
    }

    private static String part(LocalDateTime time, String pattern) {
        return switch (pattern) {
            case "%Y" -> Integer.toString(time.getYear());
            case "%m" -> HandWrittenKeys.twoDigits(time.getMonthValue());
            case "%d" -> HandWrittenKeys.twoDigits(time.getDayOfMonth());
            case "%H" -> HandWrittenKeys.twoDigits(time.getHour());
            default -> throw new IllegalArgumentException("strftime: the query has no pattern " + pattern);
        };
    }
}
