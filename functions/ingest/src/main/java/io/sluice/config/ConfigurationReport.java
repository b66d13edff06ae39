package io.sluice.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.config.Problem.Severity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/// Prints what is wrong with a configuration, for people and for programs.
public final class ConfigurationReport {
    private static final JsonFactory JSON = new JsonFactory();

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private ConfigurationReport() {}

    /// A line for each problem, `severity  path  message`, and a summary line. Lines end in a newline.
    public static String text(List<Problem> problems) {
        StringBuilder text = new StringBuilder();
        for (Problem problem : problems) {
            text.append("%-7s  %s  %s\n".formatted(name(problem.severity()), oneLine(problem.path()),
                    oneLine(problem.message())));
        }
        return text.append(summary(problems)).append('\n').toString();
    }

    /// One JSON object: `valid`, `errors` and `warnings` (counts), and `problems`, each with `severity`, `path` and
    /// `message`. One line, ended by a newline.
    public static String json(List<Problem> problems) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeBooleanField("valid", count(problems, Severity.ERROR) == 0);
            json.writeNumberField("errors", count(problems, Severity.ERROR));
            json.writeNumberField("warnings", count(problems, Severity.WARNING));
            json.writeArrayFieldStart("problems");
            for (Problem problem : problems) {
                json.writeStartObject();
                json.writeStringField("severity", name(problem.severity()));
                json.writeStringField("path", problem.path());
                json.writeStringField("message", problem.message());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return text.append('\n').toString();
    }

    /// Control characters, which paths and messages quote out of the configuration, as JSON writes them.
    private static String oneLine(String text) {
        return CONTROL.matcher(text).replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
    }

    private static String summary(List<Problem> problems) {
        long errors = count(problems, Severity.ERROR);
        String counts = plural(errors, "error") + ", " + plural(count(problems, Severity.WARNING), "warning");
        return (errors == 0 ? "valid: " : "not valid: ") + counts;
    }

    private static String plural(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static long count(List<Problem> problems, Severity severity) {
        return problems.stream().filter(problem -> problem.severity() == severity).count();
    }

    private static String name(Severity severity) {
        return switch (severity) {
            case ERROR -> "error";
            case WARNING -> "warning";
        };
    }
}
