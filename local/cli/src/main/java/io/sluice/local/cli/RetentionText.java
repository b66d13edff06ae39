package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;

/// Prints the retention function's answers and gives the exit status.
final class RetentionText {
    private final Console console;
    private final boolean json;

    /// @param json print answers as they are
    RetentionText(Console console, boolean json) {
        this.console = console;
        this.json = json;
    }

    int rules(JsonNode answer) {
        if (asJson(answer)) {
            return ExitStatus.DONE;
        }
        JsonNode days = answer.path("defaultDays");
        line(days.isInt()
                ? "default: " + days(days.asInt()) + " (Sluice.Retention.Days)"
                : "default: objects stay (Sluice.Retention.Days is not set)");
        answer.path("rules").forEach(rule -> line(rule.path("key").asText() + ": " + days(rule.path("days").asInt())));
        console.out().flush();
        return ExitStatus.DONE;
    }

    int removal(JsonNode answer) {
        if (!asJson(answer)) {
            printRemoval(answer);
            console.out().flush();
        }
        return status(answer);
    }

    int erasure(JsonNode answer) {
        if (asJson(answer)) {
            return status(answer);
        }
        line(answer.path("key").asText());
        JsonNode buffer = answer.path("buffer");
        if (!answer.path("dryRun").asBoolean()) {
            line("buffer: " + buffer.path("objectsDrained").asLong() + " objects drained, "
                    + buffer.path("partitionsPending").asLong() + " partitions pending, "
                    + buffer.path("deliveriesOpen").asLong() + " deliveries open");
            buffer.path("problems").forEach(problem -> console.message(problem.asText()));
        }
        printRemoval(answer);
        printSource(answer.path("source"), answer.path("dryRun").asBoolean());
        JsonNode errors = answer.path("errorObjects");
        line("error objects, not looked into: " + (errors.path("exact").asBoolean() ? "" : "more than ")
                + errors.path("objects").asLong() + ", " + errors.path("bytes").asLong() + " bytes");
        String source = answer.path("source").path("prefix").asText("-");
        answer.path("otherFolders").valueStream().map(JsonNode::asText).filter(folder -> !source.startsWith(folder))
                .forEach(folder -> line("other folder, not looked into: " + folder));
        answer.path("notReached").forEach(sentence -> line("not reached: " + sentence.asText()));
        if (answer.has("repeatFrom")) {
            line("repeat it from " + answer.path("repeatFrom").asText() + " on, until it finds nothing");
        }
        console.out().flush();
        return status(answer);
    }

    private void printSource(JsonNode source, boolean dryRun) {
        if (source.isMissingNode()) {
            return;
        }
        String would = dryRun ? "would be " : "";
        line("source " + source.path("prefix").asText() + ": " + source.path("objects").asLong() + " objects read, "
                + source.path("records").asLong() + " records " + (dryRun ? "would go" : "are gone"));
        source.path("deleted").forEach(key -> line("  " + would + "deleted: " + key.asText()));
        source.path("rewritten").forEach(key -> line("  " + would + "written anew: " + key.asText()));
        source.path("left").forEach(object -> line("  left: " + object.asText()));
        if (source.path("leftCount").asLong() > source.path("left").size()) {
            line("  left: " + (source.path("leftCount").asLong() - source.path("left").size()) + " more");
        }
        if (source.path("recordsUntold").asLong() > 0) {
            line("  stay, since their key cannot be told: " + source.path("recordsUntold").asLong() + " records");
        }
        source.path("passed").properties()
                .forEach(reason -> line("  not read: " + reason.getValue().asLong() + " " + reason.getKey()));
    }

    private void printRemoval(JsonNode answer) {
        answer.path("folders").properties()
                .forEach(folder -> line("  " + folder.getKey() + "  " + folder.getValue().asLong()));
        line((answer.path("dryRun").asBoolean() ? "would remove " : "removed ") + answer.path("objects").asLong()
                + " objects, " + answer.path("bytes").asLong() + " bytes");
        if (answer.path("inFlight").asLong() > 0) {
            line("left, since a flush run may still write them: " + answer.path("inFlight").asLong());
        }
        JsonNode left = answer.path("left");
        long unclear = left.path("foreign").asLong() + left.path("ambiguous").asLong()
                + left.path("unreadable").asLong();
        if (unclear > 0) {
            line("left, since their names do not tell what they are: " + unclear);
            left.path("examples").forEach(example -> line("  " + example.asText()));
        }
        answer.path("problems").forEach(problem -> console.message(problem.asText()));
    }

    /// Done only when nothing is left to do.
    private static int status(JsonNode answer) {
        boolean done = answer.path("complete").asBoolean() && answer.path("failed").asLong() == 0
                && answer.path("problems").isEmpty();
        return done || answer.path("dryRun").asBoolean() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private boolean asJson(JsonNode answer) {
        if (json) {
            line(answer.toString());
            console.out().flush();
        }
        return json;
    }

    private void line(String text) {
        PrintWriter out = console.out();
        out.println(text);
    }

    private static String days(int days) {
        return days == 1 ? "1 day" : days + " days";
    }
}
