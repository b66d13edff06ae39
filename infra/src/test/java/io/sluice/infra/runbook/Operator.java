package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.sluice.infra.runbook.Programs.Ended;
import io.sluice.infra.runbook.RunbookPage.Command;
import io.sluice.infra.runbook.RunbookPage.Procedure;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Goes by the page: types the commands of one procedure, one after the other, as they stand. All that is filled in are
/// names in angle brackets, and words in capitals that a rehearsal gives.
final class Operator {
    private static final Pattern NAME = Pattern.compile("<([A-Za-z][A-Za-z ]*)>");
    /// What needs no quotes in a shell.
    private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+=,-]+");

    private final Procedure procedure;
    private final Programs programs;
    private final Function<String, Optional<String>> outputs;
    private final Map<String, String> given = new HashMap<>();
    private int done;

    /// @param outputs what the stacks' outputs say, by their names
    Operator(Procedure procedure, Programs programs, Function<String, Optional<String>> outputs) {
        this.procedure = procedure;
        this.programs = programs;
        this.outputs = outputs;
    }

    /// Says what stands for `<name>`, or for the word `name`.
    Operator given(String name, String value) {
        if (!PLAIN.matcher(value).matches()) {
            throw new AssertionError(name + " would need quotes: " + value);
        }
        given.put(name, value);
        return this;
    }

    /// Types the next command; it has to end well.
    ///
    /// @return what it printed
    String next() throws IOException, InterruptedException {
        Command command = command();
        Ended ended = programs.type(filledIn(command));
        assertEquals(0, ended.status(), () -> command + "\n" + ended.out() + ended.err());
        return ended.out();
    }

    /// Types the next command, which has to fail.
    ///
    /// @return what it printed on standard error
    String nextFails() throws IOException, InterruptedException {
        Command command = command();
        Ended ended = programs.type(filledIn(command));
        assertNotEquals(0, ended.status(), () -> command + "\n" + ended.out() + ended.err());
        return ended.err();
    }

    /// Types the next command, whether or not it fails.
    ///
    /// @return whether it ended well
    boolean nextTried() throws IOException, InterruptedException {
        return programs.type(filledIn(command())).status() == 0;
    }

    /// Goes back, so that the last command is typed once more.
    Operator again() {
        return back(1);
    }

    /// Goes back by some commands.
    Operator back(int commands) {
        done -= commands;
        return this;
    }

    /// Leaves out the next command, which was typed in another rehearsal, as [Runbook] says.
    void leave(String beginning) {
        Command command = command();
        if (!command.text().startsWith(beginning)) {
            throw new AssertionError(command + " is not rehearsed here: expected " + beginning);
        }
    }

    /// Nothing may be left to do.
    void done() {
        List<Command> left = procedure.commands().subList(done, procedure.commands().size());
        assertEquals(List.of(), left, "commands under '" + procedure.heading() + "' that nobody rehearses");
    }

    private Command command() {
        if (done == procedure.commands().size()) {
            throw new AssertionError("the page has no further command under '" + procedure.heading() + "'");
        }
        return procedure.commands().get(done++);
    }

    private String filledIn(Command command) {
        if (command.text().contains("…")) {
            throw new AssertionError(command + " is not whole: nobody can type it");
        }
        String text = NAME.matcher(command.text()).replaceAll(name -> Matcher.quoteReplacement(
                Optional.ofNullable(given.get(name.group(1))).or(() -> outputs.apply(name.group(1)))
                        .orElseThrow(() -> new AssertionError(command + ": no stack has the output "
                                + name.group(1)))));
        for (var each : given.entrySet()) {
            if (each.getKey().matches("[A-Z]+")) {
                text = text.replaceAll("\\b" + each.getKey() + "\\b", Matcher.quoteReplacement(each.getValue()));
            }
        }
        return text;
    }
}
