package io.sluice.jq;

import io.sluice.jq.Arguments.Option;
import io.sluice.jq.json.JqInputText;
import io.sluice.jq.json.JqInputs;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The command `jq [OPTION…] [PROGRAM [FILE…]]`: what jq 1.6 writes and the status that it ends with. Options are
/// `-r -j -c -n -s -e -R -S -a -M`, their long names, `-f FILE`, `--tab`, `--indent N`, `--arg NAME TEXT`,
/// `--argjson NAME JSON`, `--slurpfile NAME FILE`, `--rawfile NAME FILE`, `--args` and `--jsonargs`. Nothing is
/// coloured. The place in front of an error (`at <stdin>:1`) is left out.
public final class JqTool {
    static final int DONE = 0;
    static final int USAGE_OR_FILE = 2;
    static final int NO_PROGRAM = 3;
    static final int MALFORMED_INPUT = 4;
    static final int FAILED = 5;
    /// With `-e`: the last output is `false` or `null`; there is none.
    static final int NO_RESULT = 1;
    static final int NO_OUTPUT = 4;
    private static final Pattern OF_STANDARD_INPUT = Pattern.compile("\\binput_(filename|line_number)\\b");

    private final InputStream in;
    private final PrintWriter out;
    private final PrintWriter err;
    private final NamedFiles named;
    private final InstantSource clock;
    private int status = DONE;
    private boolean refused;
    private boolean malformed;

    /// @param in    standard input
    /// @param named how files are read
    /// @param clock what `now` asks
    public JqTool(InputStream in, PrintWriter out, PrintWriter err, NamedFiles named, InstantSource clock) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.named = named;
        this.clock = clock;
    }

    /// Tests whether `word` is an option of jq's, by itself or with others (`-rc`).
    public static boolean isOption(String word) {
        return Arguments.isOption(word);
    }

    /// The status to end with: 0; 1 and 4 of `-e`; 2 for words or files that can't be; 3 for a program that is none; 4
    /// for an input that is malformed; 5 for an error.
    public int run(List<String> words) throws IOException {
        Arguments arguments;
        JqProgram program;
        try {
            arguments = Arguments.parse(words, named);
            requireNoPlaces(arguments);
            program = JqProgram.compile(arguments.program(), arguments.named(), arguments.positional());
        } catch (IllegalArgumentException e) {
            return ended("jq: " + e.getMessage(), USAGE_OR_FILE);
        } catch (JqException e) {
            return ended("jq: error: " + e.getMessage(), NO_PROGRAM);
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        boolean allRead = read(arguments.files(), text);
        if (arguments.has(Option.RAW_INPUT) && hasNul(text.toByteArray())) {
            return ended("jq: error: the input has a NUL byte, which is not supported with -R", USAGE_OR_FILE);
        }
        evaluate(program, arguments, text.toByteArray());
        out.flush();
        err.flush();
        if (!allRead) {
            return USAGE_OR_FILE;
        }
        return refused ? FAILED : status;
    }

    private int ended(String message, int with) {
        err.println(message);
        err.flush();
        return with;
    }

    private void evaluate(JqProgram program, Arguments arguments, byte[] text) {
        JqInputs rest = rest(arguments, text);
        JqInputs inputs = arguments.has(Option.NULL_INPUT) ? new Once(JqNull.NULL) : rest;
        var outputs = new OutputText(arguments);
        boolean ofResult = arguments.has(Option.EXIT_STATUS);
        program.runEach(new Watched(inputs), rest, JqLimits.defaults(), clock, (run, end) -> {
            print(run, outputs);
            if (run.failure().isEmpty()) {
                status = ofResult && end != JqProgram.End.HALTED ? result(run.outputs()) : DONE;
            }
        });
    }

    /// Returns the inputs that `input` reads, and the program itself without `-n`.
    private static JqInputs rest(Arguments arguments, byte[] text) {
        boolean raw = arguments.has(Option.RAW_INPUT);
        if (arguments.has(Option.SLURP)) {
            return raw ? new Once(RawLines.whole(text)) : new Slurped(new JqInputText(text));
        }
        return raw ? new RawLines(text) : new JqInputText(text);
    }

    /// Refuses a program that asks for an input's place where that is not known: it is known of standard input alone.
    private static void requireNoPlaces(Arguments arguments) {
        boolean plain = arguments.files().isEmpty() && !arguments.has(Option.NULL_INPUT)
                && !arguments.has(Option.SLURP);
        if (!plain && OF_STANDARD_INPUT.matcher(arguments.program()).find()) {
            throw new JqException(JqException.Stage.COMPILE,
                    "input_filename and input_line_number are not supported with files, -n or -s");
        }
    }

    private boolean read(List<String> files, ByteArrayOutputStream text) throws IOException {
        if (files.isEmpty()) {
            in.transferTo(text);
        }
        boolean all = true;
        for (String file : files) {
            try {
                byte[] bytes = file.equals("-") ? in.readAllBytes() : named.read(file);
                if (files.size() > 1 && hasNul(bytes)) {
                    err.println("jq: error: " + file + " has a NUL byte, which is not supported with several files");
                    all = false;
                } else {
                    text.write(bytes);
                }
            } catch (IOException e) {
                err.println("jq: error: Could not open file " + file + ": " + e);
                all = false;
            }
        }
        return all;
    }

    /// jq sees nothing after a NUL in the last line of each file; here the files are one text.
    private static boolean hasNul(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    /// As with jq, an input that succeeds makes up for one before that failed; one that was refused stays refused.
    private void print(JqRun run, OutputText outputs) {
        run.outputs().forEach(output -> out.print(outputs.of(output)));
        run.failure().ifPresent(failure -> {
            status = malformed ? MALFORMED_INPUT : FAILED;
            refused |= failure.stage() != JqException.Stage.RUN;
            err.println((malformed ? "" : "jq: error: ") + failure.getMessage());
        });
    }

    private static int result(List<String> outputs) {
        if (outputs.isEmpty()) {
            return NO_OUTPUT;
        }
        String last = outputs.getLast();
        return last.equals("null") || last.equals("false") ? NO_RESULT : DONE;
    }

    /// Notes that the text is malformed where the program did not ask for it by `input`; ends when nobody reads the
    /// outputs any more, which is looked at now and then.
    private final class Watched implements JqInputs {
        private static final int INPUTS_BETWEEN_LOOKS = 1_000;

        private final JqInputs inputs;
        private long asked;

        Watched(JqInputs inputs) {
            this.inputs = inputs;
        }

        @Override
        public @Nullable JqValue next() {
            try {
                return ++asked % INPUTS_BETWEEN_LOOKS == 0 && out.checkError() ? null : inputs.next();
            } catch (JqError e) {
                malformed = true;
                throw e;
            }
        }

        @Override
        public int line() {
            return inputs.line();
        }
    }

    /// One value.
    private static final class Once implements JqInputs {
        private @Nullable JqValue value;

        Once(JqValue value) {
            this.value = value;
        }

        @Override
        public @Nullable JqValue next() {
            JqValue next = value;
            value = null;
            return next;
        }

        @Override
        public int line() {
            return 0;
        }
    }

    /// One array of all values.
    private static final class Slurped implements JqInputs {
        private final JqInputText values;
        private boolean over;

        Slurped(JqInputText values) {
            this.values = values;
        }

        @Override
        public @Nullable JqValue next() {
            if (over) {
                return null;
            }
            over = true;
            List<JqValue> all = new ArrayList<>();
            while (!values.isExhausted()) {
                JqValue value = values.next();
                if (value != null) {
                    all.add(value);
                }
            }
            return JqArray.of(all);
        }

        @Override
        public int line() {
            return values.line();
        }
    }
}
