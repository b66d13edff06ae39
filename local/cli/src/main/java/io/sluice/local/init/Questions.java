package io.sluice.local.init;

import io.sluice.local.JobFailedException;
import io.sluice.local.report.PlainText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Questions to whoever sits at the terminal, each with a default, which an empty answer takes. One that can't be used
/// is asked again.
public final class Questions {
    private final BufferedReader answers;
    private final PrintWriter to;

    /// @param in what is typed, or a file of answers, a line each, UTF-8
    public Questions(InputStream in, PrintWriter to) {
        this.answers = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.to = to;
    }

    /// The answer that is taken when none is given.
    enum Default {
        YES("[Y/n]"), NO("[y/N]");

        private final String hint;

        Default(String hint) {
            this.hint = hint;
        }
    }

    /// Asks, and returns true if the answer is yes.
    boolean agreed(String question, Default proposed) {
        while (true) {
            switch (answer(question + "? " + proposed.hint + " ").toLowerCase(Locale.ROOT)) {
                case "" -> {
                    return proposed == Default.YES;
                }
                case "y", "yes" -> {
                    return true;
                }
                case "n", "no" -> {
                    return false;
                }
                default -> say("y or n, or nothing for what stands in capitals");
            }
        }
    }

    /// A text; `proposed` when the answer is empty.
    ///
    /// @param problem why an answer can't be used; empty when it can. Not asked of what is proposed
    String text(String question, String proposed, Function<String, Optional<String>> problem) {
        while (true) {
            String answer = answer(question + (proposed.isEmpty() ? ": " : " [" + proposed + "]: "));
            if (answer.isEmpty()) {
                return proposed;
            }
            Optional<String> refused = problem.apply(answer);
            if (refused.isEmpty()) {
                return answer;
            }
            say(refused.get());
        }
    }

    private void say(String text) {
        to.println("  " + PlainText.of(text));
    }

    /// @throws JobFailedException when there is no more
    private String answer(String question) {
        to.print(PlainText.of(question));
        to.flush();
        String line;
        try {
            line = answers.readLine();
        } catch (IOException e) {
            throw new JobFailedException("The answers can't be read: " + e.getMessage(), e);
        }
        if (line == null) {
            to.println();
            throw new JobFailedException("The input ended at a question, and nothing was written; answer each, an empty"
                    + " line for what is proposed, or leave --interactive out");
        }
        return line.strip();
    }
}
