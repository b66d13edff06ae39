package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.Sizes;
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
                ? "default: " + Sizes.count(days.asLong(), "day") + " (Sluice.Retention.Days)"
                : "default: objects stay (Sluice.Retention.Days is not set)");
        answer.path("rules").forEach(rule -> line(rule.path("key").asText() + ": " + count(rule, "days", "day")));
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
            line("buffer: " + count(buffer, "objectsDrained", "object") + " drained, "
                    + count(buffer, "partitionsPending", "partition") + " pending, "
                    + Sizes.count(buffer.path("deliveriesOpen").asLong()) + " deliveries open");
            buffer.path("problems").forEach(problem -> console.message(problem.asText()));
        }
        printRemoval(answer);
        printSource(answer.path("source"), answer.path("dryRun").asBoolean());
        JsonNode errors = answer.path("errorObjects");
        line("error objects, not looked into: " + (errors.path("exact").asBoolean() ? "" : "more than ")
                + Sizes.count(errors.path("objects").asLong()) + ", " + Sizes.bytes(errors.path("bytes").asLong()));
        printOtherFolders(answer);
        answer.path("notReached").forEach(sentence -> line("not reached: " + sentence.asText()));
        if (answer.has("repeatFrom")) {
            line("repeat it from " + answer.path("repeatFrom").asText() + " on, until it finds nothing");
        }
        console.out().flush();
        return status(answer);
    }

    /// Names the folders beside the stream's. One that is a source was looked into, wholly or where the source lies.
    private void printOtherFolders(JsonNode answer) {
        String source = answer.path("source").path("prefix").asText();
        for (JsonNode each : answer.path("otherFolders")) {
            String folder = each.asText();
            if (source.isEmpty() || !folder.startsWith(source)) {
                line("other folder, not looked into" + (source.startsWith(folder) ? " beside " + source : "") + ": "
                        + folder);
            }
        }
    }

    private void printSource(JsonNode source, boolean dryRun) {
        if (source.isMissingNode()) {
            return;
        }
        String would = dryRun ? "would be " : "";
        line("source " + source.path("prefix").asText() + ": " + count(source, "objects", "object") + " read, "
                + count(source, "records", "record") + (dryRun ? " would go" : " gone"));
        source.path("deleted").forEach(key -> line("  " + would + "deleted: " + key.asText()));
        source.path("rewritten").forEach(key -> line("  " + would + "written anew: " + key.asText()));
        source.path("left").forEach(object -> line("  left: " + object.asText()));
        if (source.path("leftCount").asLong() > source.path("left").size()) {
            line("  left: " + Sizes.count(source.path("leftCount").asLong() - source.path("left").size()) + " more");
        }
        if (source.path("recordsUntold").asLong() > 0) {
            line("  kept, since their key cannot be told: " + count(source, "recordsUntold", "record"));
        }
        source.path("passed").properties()
                .forEach(reason -> line(
                        "  not read: " + Sizes.count(reason.getValue().asLong()) + " " + reason.getKey()));
    }

    private void printRemoval(JsonNode answer) {
        answer.path("folders").properties()
                .forEach(folder -> line("  " + folder.getKey() + "  " + Sizes.count(folder.getValue().asLong())));
        line((answer.path("dryRun").asBoolean() ? "would remove " : "removed ") + count(answer, "objects", "object")
                + ", " + Sizes.bytes(answer.path("bytes").asLong()));
        if (answer.path("inFlight").asLong() > 0) {
            line("due, and left, since a flush run may still write them: "
                    + Sizes.count(answer.path("inFlight").asLong())
                    + "; repeat it half an hour after the last flush run");
        }
        if (answer.path("announced").asLong() > 0) {
            line("due, told of, and left until the landing log's reader has come to that: "
                    + Sizes.count(answer.path("announced").asLong()));
        }
        JsonNode left = answer.path("left");
        long unclear = left.path("foreign").asLong() + left.path("ambiguous").asLong()
                + left.path("unreadable").asLong();
        if (unclear > 0) {
            line("left, since their names do not tell what they are: " + Sizes.count(unclear));
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

    private static String count(JsonNode of, String member, String noun) {
        return Sizes.count(of.path(member).asLong(), noun);
    }
}
