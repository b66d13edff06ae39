package io.sluice.lambda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RetentionException;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.SourceErasure;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A request to the retention function. A member that is not known is refused: a misspelt `dryRun` would delete.
sealed interface RetentionEvent {
    /// `{"run":true}`, with `"dryRun":true` and `"now":"2026-11-20T00:00:00Z"`.
    record Run(RemovalMode mode, Optional<Instant> now) implements RetentionEvent {}

    /// `{"show":true}`
    record Show() implements RetentionEvent {}

    /// `{"set":{"key":"customer_id=123","days":30}}`
    record Put(RetentionRule rule) implements RetentionEvent {}

    /// `{"remove":{"key":"customer_id=123"}}`
    record Remove(KeyValue of) implements RetentionEvent {}

    /// `{"erase":{"key":"customer_id=123"}}`, with `"dryRun":true`, and with `"source":"raw/"` and `"after":"raw/…"` in
    /// `erase`.
    record Erase(KeyValue of, Optional<SourceErasure.Range> source, RemovalMode mode) implements RetentionEvent {}

    /// Reads an event.
    ///
    /// @throws RetentionException when it is none of these
    static RetentionEvent read(InputStream input) throws IOException {
        JsonNode event;
        try {
            event = Parsing.JSON.readTree(input);
        } catch (JsonProcessingException e) {
            throw new RetentionException("the retention function's event is no JSON: " + e.getOriginalMessage());
        }
        List<String> asked = Parsing.MEMBERS.keySet().stream().filter(event::has).sorted().toList();
        if (!event.isObject() || asked.size() != 1) {
            throw new RetentionException("the retention function's event has exactly one of run, show, set, remove and"
                    + " erase; found " + (asked.isEmpty() ? "none" : String.join(" and ", asked)));
        }
        String what = asked.getFirst();
        Parsing.requireKnown(event, what, Parsing.MEMBERS.getOrDefault(what, Set.of()));
        return Parsing.event(event, what);
    }

    /// The members of events.
    final class Parsing {
        private static final ObjectMapper JSON = new ObjectMapper();
        private static final Map<String, Set<String>> MEMBERS = Map.of("run", Set.of("run", "dryRun", "now"), "show",
                Set.of("show"), "set", Set.of("set"), "remove", Set.of("remove"), "erase", Set.of("erase", "dryRun"));

        private Parsing() {}

        private static RetentionEvent event(JsonNode event, String what) {
            return switch (what) {
                case "run" -> {
                    requireTrue(event, what);
                    yield new Run(mode(event), now(event));
                }
                case "show" -> {
                    requireTrue(event, what);
                    yield new Show();
                }
                case "set" -> new Put(rule(event.path("set")));
                case "remove" -> new Remove(key(event.path("remove"), "remove", Set.of("key")));
                case "erase" -> new Erase(key(event.path("erase"), "erase", Set.of("key", "source", "after")),
                        source(event.path("erase")), mode(event));
                default -> throw new IllegalArgumentException(what);
            };
        }

        private static void requireKnown(JsonNode object, String what, Set<String> known) {
            object.fieldNames().forEachRemaining(name -> {
                if (!known.contains(name)) {
                    throw new RetentionException("the event's " + what + " does not take '" + name + "', only "
                            + String.join(", ", known.stream().sorted().toList()));
                }
            });
        }

        /// `"run":false` must not remove anything.
        private static void requireTrue(JsonNode event, String what) {
            JsonNode value = event.path(what);
            if (!value.isBoolean() || !value.asBoolean()) {
                throw new RetentionException("the event's " + what + " is true, not " + value);
            }
        }

        private static RemovalMode mode(JsonNode event) {
            JsonNode dryRun = event.path("dryRun");
            if (!dryRun.isMissingNode() && !dryRun.isBoolean()) {
                throw new RetentionException("the event's dryRun is true or false, not " + dryRun);
            }
            return dryRun.asBoolean() ? RemovalMode.DRY_RUN : RemovalMode.REMOVE;
        }

        private static Optional<Instant> now(JsonNode event) {
            if (!event.has("now")) {
                return Optional.empty();
            }
            try {
                return Optional.of(Instant.parse(event.path("now").asText()));
            } catch (DateTimeException e) {
                throw new RetentionException("now is an instant like 2026-11-20T00:00:00Z, not '"
                        + event.path("now").asText() + "'");
            }
        }

        private static RetentionRule rule(JsonNode set) {
            KeyValue of = key(set, "set", Set.of("key", "days"));
            if (!set.path("days").canConvertToInt() || !set.path("days").isIntegralNumber()) {
                throw new RetentionException("the event's set has a whole number of days, not " + set.path("days"));
            }
            return new RetentionRule(of, set.path("days").intValue());
        }

        private static Optional<SourceErasure.Range> source(JsonNode erase) {
            Optional<String> prefix = text(erase, "source");
            Optional<String> after = text(erase, "after");
            if (prefix.isEmpty() && after.isPresent()) {
                throw new RetentionException(
                        "the event's after is the key behind which the source is taken up again; name"
                                + " the source, too");
            }
            return prefix.map(of -> new SourceErasure.Range(of, after.orElse("")));
        }

        private static Optional<String> text(JsonNode object, String name) {
            if (object.has(name) && !object.path(name).isTextual()) {
                throw new RetentionException("the event's " + name + " is a text, not " + object.path(name));
            }
            return object.has(name) ? Optional.of(object.path(name).asText()) : Optional.empty();
        }

        private static KeyValue key(JsonNode object, String what, Set<String> known) {
            requireKnown(object, what, known);
            if (!object.path("key").isTextual()) {
                throw new RetentionException("the event's " + what + " has a \"key\", as \"customer_id=123\"");
            }
            return KeyValue.parse(object.path("key").asText());
        }
    }
}
