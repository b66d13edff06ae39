package io.sluice.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/// A [Census] as JSON and as text, and read back.
final class CensusReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CensusReport() {}

    /// The commit of a report; empty where it is none.
    static Optional<String> commit(byte[] report) {
        try {
            return Optional.ofNullable(JSON.readTree(report).get("commit")).map(JsonNode::textValue);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// @throws IllegalArgumentException when it is no report of this version of the worlds
    static Census read(byte[] report) {
        Census census = new Census();
        try {
            JsonNode json = JSON.readTree(report);
            for (JsonNode violation : json.required("violations")) {
                census.resume(new Census.Breach(place(violation), violation.required("sentence").textValue()));
            }
            json.required("seeds").properties().forEach(each -> census.resume(RareState.valueOf(each.getKey()),
                    place(each.getValue())));
            json.required("kinds").properties().forEach(each -> {
                Reached reached = new Reached();
                each.getValue().required("reached").properties().forEach(
                        state -> reached.note(RareState.valueOf(state.getKey()), state.getValue().longValue()));
                census.resume(WorldKind.parse(each.getKey()), each.getValue().required("worlds").longValue(), reached);
            });
            return census;
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Census.Place place(JsonNode json) {
        return new Census.Place(WorldKind.parse(json.required("kind").textValue()), json.required("seed").longValue());
    }

    static String json(Census census, String commit) {
        ObjectNode report = JSON.createObjectNode();
        report.put("commit", commit);
        report.put("worlds", census.worlds());
        for (Census.Breach breach : census.breaches()) {
            place(report.withArray("violations").addObject(), breach.place()).put("sentence", breach.sentence());
        }
        report.withArray("violations");
        ObjectNode reached = report.putObject("reached");
        ObjectNode seeds = report.putObject("seeds");
        for (RareState state : RareState.values()) {
            reached.put(state.name(), census.reached(state));
            census.place(state).ifPresent(place -> place(seeds.putObject(state.name()), place));
        }
        ObjectNode kinds = report.putObject("kinds");
        for (WorldKind kind : WorldKind.values()) {
            ObjectNode each = kinds.putObject(kind.text());
            each.put("worlds", census.worlds(kind));
            ObjectNode states = each.putObject("reached");
            census.reached(kind).states().forEach(state -> states.put(state.name(), census.reached(kind).times(state)));
        }
        return report.toPrettyString() + "\n";
    }

    private static ObjectNode place(ObjectNode json, Census.Place place) {
        return json.put("kind", place.kind().text()).put("seed", place.seed());
    }

    static String text(Census census, String commit) {
        StringBuilder text = new StringBuilder();
        text.append("%d worlds of %d kinds, commit %s%n".formatted(census.worlds(), WorldKind.values().length, commit));
        text.append("%nworlds that reached it%n".formatted());
        for (RareState state : RareState.values()) {
            text.append("%10d  %-38s%s%n".formatted(census.reached(state), state,
                    census.place(state).map(place -> "  " + place).orElse("  never")));
        }
        text.append("%n%s%n".formatted(census.breaches().isEmpty()
                ? "no violation"
                : census.breaches().size() + " violations"));
        census.breaches().forEach(
                breach -> text.append("  %s: %s%n".formatted(breach.place(), breach.sentence())));
        return text.toString();
    }
}
