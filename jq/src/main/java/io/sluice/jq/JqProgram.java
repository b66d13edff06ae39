package io.sluice.jq;

import io.sluice.jq.compile.Compiler;
import io.sluice.jq.eval.Halt;
import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Node;
import io.sluice.jq.json.JqInputText;
import io.sluice.jq.syntax.InputPaths;
import io.sluice.jq.syntax.ObjectKeys;
import io.sluice.jq.syntax.Parser;
import io.sluice.jq.syntax.Syntax;
import io.sluice.jq.syntax.TimeFormats;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A compiled jq 1.6 program. Immutable; one instance may run on many threads at once.
public final class JqProgram {
    private final Syntax syntax;
    private final Node root;

    private JqProgram(Syntax syntax, Node root) {
        this.syntax = syntax;
        this.root = root;
    }

    /// Compiles `program`.
    ///
    /// @throws JqException stage `COMPILE`, with what is wrong and where
    public static JqProgram compile(String program) {
        if (program.indexOf('\0') >= 0) {
            throw new JqException(JqException.Stage.COMPILE, "a jq program must not contain the character U+0000");
        }
        try {
            Syntax syntax = Parser.parse(program);
            return new JqProgram(syntax, new Compiler(program).compile(syntax));
        } catch (StackOverflowError e) {
            throw new JqException(JqException.Stage.COMPILE, "the jq program is nested too deeply");
        }
    }

    /// The keys, in order, when the whole program is one object constructor with constant keys
    /// (`{a:.x,"b":.y}`), as Firehose's `MetadataExtractionQuery` must be; else empty.
    public Optional<List<String>> objectKeys() {
        return ObjectKeys.of(syntax);
    }

    /// The format of each constant key of a program that is one object constructor whose value ends in a `strftime` of a
    /// constant format: the value is a time in that format, or the program fails. Empty for any other program.
    public Map<String, String> timeFormats() {
        return TimeFormats.of(syntax);
    }

    /// The path of names that each constant key of a program that is one object constructor gives the value at (`{a:.x.y}`), where
    /// it does nothing else. Empty for any other program.
    public Map<String, List<String>> memberPaths() {
        return InputPaths.members(syntax);
    }

    /// Runs the program on one JSON text (UTF-8) and gives the compact text of each output, as `jq -c` prints it. Text
    /// of several values is several inputs, as it is to jq.
    ///
    /// @throws JqException stage `RUN` (the text or the program) or `BOUND`
    public List<String> run(byte[] json) {
        JqRun run = run(json, JqLimits.defaults(), InstantSource.system());
        if (run.failure().isPresent()) {
            throw run.failure().get();
        }
        return run.outputs();
    }

    /// Like `run(byte[])`, with the outputs before a failure, within `limits` for each input, and `now` from `clock`.
    public JqRun run(byte[] json, JqLimits limits, InstantSource clock) {
        List<String> outputs = new ArrayList<>();
        JqInputText inputs = new JqInputText(json);
        JqException failure = null;
        try {
            for (JqValue in = inputs.next(); in != null; in = inputs.next()) {
                JqException error = run(in, new Machine(limits, clock, inputs), outputs);
                failure = failure == null ? error : failure;
            }
        } catch (Halt e) {
            return new JqRun(List.copyOf(outputs), Optional.ofNullable(failure));
        } catch (JqError e) {
            JqException malformed = new JqException(JqException.Stage.RUN, "parse error: " + e.getMessage());
            failure = failure == null ? malformed : failure;
        }
        return new JqRun(List.copyOf(outputs), Optional.ofNullable(failure));
    }

    /// One input's outputs; the error that ended them, or null.
    private @Nullable JqException run(JqValue in, Machine machine, List<String> outputs) {
        try {
            root.run(machine, null, in, output -> {
                String text = JsonWriter.text(output);
                machine.allocate(2L * text.length());
                outputs.add(text);
            });
            return null;
        } catch (JqError e) {
            String kind = e.value() instanceof JqString ? "" : "(not a string): ";
            return new JqException(JqException.Stage.RUN, kind + e.getMessage());
        } catch (JqException e) {
            return e;
        } catch (StackOverflowError e) {
            return Machine.bound("deeper recursion than the stack holds");
        }
    }

    Node root() {
        return root;
    }

    Syntax syntax() {
        return syntax;
    }
}
