package io.sluice.jq;

import io.sluice.jq.compile.Compiler;
import io.sluice.jq.eval.Halt;
import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Node;
import io.sluice.jq.json.JqInputText;
import io.sluice.jq.json.JqInputs;
import io.sluice.jq.syntax.InputPaths;
import io.sluice.jq.syntax.JqSyntaxError;
import io.sluice.jq.syntax.ObjectKeys;
import io.sluice.jq.syntax.Parser;
import io.sluice.jq.syntax.Syntax;
import io.sluice.jq.syntax.TimeFormats;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A compiled jq 1.6 program. Immutable; one instance may run on many threads at once.
public final class JqProgram {
    private final String text;
    private final Syntax syntax;
    private final Node root;

    private JqProgram(String text, Syntax syntax, Node root) {
        this.text = text;
        this.syntax = syntax;
        this.root = root;
    }

    /// Compiles `program`.
    ///
    /// @throws JqException stage `COMPILE`, with what is wrong and where
    public static JqProgram compile(String program) {
        return compile(program, Map.of(), List.of());
    }

    /// Like `compile`, with the constants `named` bound around the program, and told in `$ARGS.named`, as `positional`
    /// are in `$ARGS.positional`.
    static JqProgram compile(String program, Map<String, JqValue> named, List<JqValue> positional) {
        if (program.indexOf('\0') >= 0) {
            throw new JqException(JqException.Stage.COMPILE, "a jq program must not contain the character U+0000");
        }
        try {
            Syntax syntax = Parser.parse(program);
            Syntax bound = Syntax.bound(named, positional, syntax);
            return new JqProgram(program, syntax, new Compiler(program).compile(bound));
        } catch (JqSyntaxError e) {
            throw new JqException(JqException.Stage.COMPILE, e.getMessage());
        } catch (StackOverflowError e) {
            throw new JqException(JqException.Stage.COMPILE, "the jq program is nested too deeply");
        }
    }

    /// The keys, in order, when the whole program is one object constructor with constant keys
    /// (`{a:.x,"b":.y}`); else empty.
    public Optional<List<String>> objectKeys() {
        return ObjectKeys.of(syntax);
    }

    /// The `strftime` format of each constant key of a program that is one object constructor whose value is a time:
    /// it ends in a `strftime` of a constant format, or is a slice of a text that is taken for an ISO time by all of
    /// its slices. Empty for any other program.
    public Map<String, String> timeFormats() {
        return TimeFormats.of(syntax);
    }

    /// The path of names that each constant key of a program that is one object constructor gives the value at
    /// (`{a:.x.y}`), where it does nothing else. Empty for any other program.
    public Map<String, List<String>> memberPaths() {
        return InputPaths.members(syntax);
    }

    /// Runs the program on one JSON text (UTF-8) and gives the compact text of each output, as `jq -c` prints it. Text
    /// of several values is several inputs, as it is to jq.
    ///
    /// @throws JqException stage `RUN` (the text or the program), `BOUND`, `UNSUPPORTED` or `DEFECT`
    public List<String> run(byte[] json) {
        JqRun run = run(json, JqLimits.defaults(), InstantSource.system());
        if (run.failure().isPresent()) {
            throw run.failure().get();
        }
        return run.outputs();
    }

    /// Like `run(byte[])`, with the outputs before a failure, within `limits` for each input, and `now` from `clock`.
    /// Never throws for what the program or its inputs do.
    public JqRun run(byte[] json, JqLimits limits, InstantSource clock) {
        List<String> outputs = new ArrayList<>();
        AtomicReference<@Nullable JqException> failure = new AtomicReference<>();
        runEach(json, limits, clock, run -> {
            outputs.addAll(run.outputs());
            run.failure().ifPresent(e -> failure.compareAndSet(null, e));
        });
        return new JqRun(List.copyOf(outputs), Optional.ofNullable(failure.get()));
    }

    /// Like `run`, one input after another: what came of each goes to `runs`. Text that ends malformed, or that is,
    /// makes a last one without outputs.
    public void runEach(byte[] json, JqLimits limits, InstantSource clock, Consumer<JqRun> runs) {
        JqInputText inputs = new JqInputText(json);
        runEach(inputs, inputs, limits, clock, (run, _) -> runs.accept(run));
    }

    /// Like `runEach` of a text.
    ///
    /// @param rest what `input` and `inputs` read
    void runEach(JqInputs inputs, JqInputs rest, JqLimits limits, InstantSource clock, BiConsumer<JqRun, End> runs) {
        Machine machine = limits.machine(clock, rest);
        boolean more = true;
        while (more) {
            List<String> outputs = new ArrayList<>();
            JqException failure = null;
            End end = End.DONE;
            try {
                JqValue in = inputs.next();
                if (in == null) {
                    return;
                }
                machine.nextInput();
                failure = run(in, machine, outputs);
            } catch (Halt e) {
                end = End.HALTED;
            } catch (JqError e) {
                failure = new JqException(JqException.Stage.RUN, "parse error: " + e.getMessage());
                more = false;
            } catch (RuntimeException e) {
                failure = JqException.defect(text, e);
                more = false;
            }
            runs.accept(new JqRun(List.copyOf(outputs), Optional.ofNullable(failure)), end);
        }
    }

    /// The end of one input's evaluation.
    enum End {
        /// There was no more to do, or an error.
        DONE,
        /// `halt`, after which jq 1.6 goes on with the next input.
        HALTED
    }

    /// One input's outputs; what ended them, or null.
    private @Nullable JqException run(JqValue in, Machine machine, List<String> outputs) {
        try {
            root.run(machine, null, in, output -> {
                String text = JsonWriter.text(output);
                machine.allocate(2L * text.length());
                outputs.add(text);
            });
            return null;
        } catch (JqError e) {
            return JqException.of(e);
        } catch (JqStop e) {
            return JqException.of(e);
        } catch (StackOverflowError e) {
            return JqException.tooDeep();
        } catch (Halt e) {
            throw e;
        } catch (RuntimeException | LinkageError | AssertionError e) {
            return JqException.defect(text, e);
        }
    }

    /// The program as it was written.
    public String text() {
        return text;
    }

    Node root() {
        return root;
    }

    Syntax syntax() {
        return syntax;
    }
}
