package io.sluice.local.smoke;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.smoke.Step.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What came of a run, as it may be sent to anybody: it names no account, no ARN and no record.
///
/// @param program   what ran
/// @param access    where
/// @param price     the most that the run may have cost, in dollars
/// @param steps     in their order
/// @param landed the last look at what landed; empty: there was none
public record SmokeReport(Program program, CloudAccess access, Instant begun, double price, List<Step> steps,
        Optional<LandedRecords> landed) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The Sluice that ran, and the machine that it ran on.
    ///
    /// @param version as `1.0.0`
    /// @param commit  of the sources
    /// @param java    version and system
    public record Program(String version, String commit, String java) {}

    public SmokeReport {
        steps = List.copyOf(steps);
    }

    /// Tests whether no step failed.
    public boolean passed() {
        return steps.stream().noneMatch(step -> step.outcome() == Outcome.FAILED);
    }

    private String server() {
        return access.endpoint().isPresent() ? "an emulator" : "AWS";
    }

    /// The report in Markdown.
    public String markdown() {
        var text = new StringBuilder("# Sluice smoke test: " + (passed() ? "passed" : "FAILED") + "\n\n");
        text.append("| | |\n|---|---|\n");
        row(text, "Sluice", program.version() + ", commit " + program.commit());
        row(text, "Java", program.java());
        row(text, "on", server() + ", " + access.region());
        row(text, "begun", begun.toString());
        row(text, "at most", SmokePrice.text(price));
        text.append("\n| step | | seconds | |\n|---|---|---|---|\n");
        steps.forEach(step -> text.append("| ").append(step.name()).append(" | ").append(step.outcome().word())
                .append(" | ").append(step.took().toSeconds()).append(" | ").append(cell(step.said()))
                .append(" |\n"));
        return text.toString();
    }

    private static void row(StringBuilder text, String name, String value) {
        text.append("| ").append(name).append(" | ").append(cell(value)).append(" |\n");
    }

    private static String cell(String text) {
        return text.replaceAll("\\s+", " ").replace("|", "\\|");
    }

    /// The report as one JSON object, as `docs/reference/json/smoke.schema.json` has it.
    public String json() {
        ObjectNode json = JSON.createObjectNode().put("passed", passed()).put("version", program.version())
                .put("commit", program.commit()).put("java", program.java()).put("server", server())
                .put("region", access.region()).put("begun", begun.toString()).put("priceDollarsMax", price);
        var all = json.putArray("steps");
        steps.forEach(step -> all.addObject().put("name", step.name()).put("outcome", step.outcome().word())
                .put("seconds", step.took().toSeconds()).put("said", step.said()));
        landed.ifPresent(last -> json.set("landed", JSON.valueToTree(last)));
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree does not serialise", e);
        }
    }
}
