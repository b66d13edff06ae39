package io.sluice.jq;

import io.sluice.jq.Arguments.Option;
import io.sluice.jq.json.JqInputText;
import io.sluice.jq.json.JqInputs;
import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The command `jq [-r -c -n -s] [--arg NAME TEXT] [--argjson NAME JSON] [PROGRAM [FILE…]]`: what jq 1.6 writes and the
/// status that it ends with. Not at a terminal: nothing is coloured. The place in front of an error (`at <stdin>:1`) is
/// left out.
public final class Main {
    static final int DONE = 0;
    static final int USAGE_OR_FILE = 2;
    static final int NO_PROGRAM = 3;
    static final int MALFORMED_INPUT = 4;
    static final int FAILED = 5;
    private static final Pattern OF_STANDARD_INPUT = Pattern.compile("\\binput_(filename|line_number)\\b");

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private int status = DONE;
    private boolean refused;
    private boolean malformed;

    Main(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] words) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        int status = new Main(System.in, out, err).run(List.of(words));
        out.flush();
        if (out.checkError()) {
            err.println("jq: error: writing output failed");
            status = USAGE_OR_FILE;
        }
        System.exit(status);
    }

    /// The status to end with.
    int run(List<String> words) throws IOException {
        Arguments arguments;
        JqProgram program;
        try {
            arguments = Arguments.parse(words);
            requireNoPlaces(arguments);
            program = JqProgram.compile(arguments.program(), arguments.named());
        } catch (IllegalArgumentException e) {
            err.println("jq: " + e.getMessage());
            return USAGE_OR_FILE;
        } catch (JqException e) {
            err.println("jq: error: " + e.getMessage());
            return NO_PROGRAM;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        boolean allRead = read(arguments.files(), text);
        JqInputs values = new JqInputText(text.toByteArray());
        JqInputs rest = arguments.has(Option.SLURP) ? new Slurped(values) : values;
        JqInputs inputs = arguments.has(Option.NULL_INPUT) ? new Once(JqNull.NULL) : rest;
        program.runEach(new Watched(inputs), rest, JqLimits.defaults(), InstantSource.system(),
                run -> print(run, arguments));
        if (!allRead) {
            return USAGE_OR_FILE;
        }
        return refused ? FAILED : status;
    }

    /// Where an input stands is known of standard input alone.
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
                byte[] bytes = Files.readAllBytes(Path.of(file));
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
    private void print(JqRun run, Arguments arguments) {
        for (String output : run.outputs()) {
            out.writeBytes((text(output, arguments) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        status = DONE;
        run.failure().ifPresent(failure -> {
            status = malformed ? MALFORMED_INPUT : FAILED;
            refused |= failure.stage() != JqException.Stage.RUN;
            err.println((malformed ? "" : "jq: error: ") + failure.getMessage());
        });
    }

    private static String text(String output, Arguments arguments) {
        if (arguments.has(Option.RAW_OUTPUT) && output.startsWith("\"")
                && JsonText.parseOne(output) instanceof JqString(String raw)) {
            return raw;
        }
        return arguments.has(Option.COMPACT_OUTPUT) ? output : IndentedJson.of(output);
    }

    /// Notes that the text is malformed where the program did not ask for it by `input`.
    private final class Watched implements JqInputs {
        private final JqInputs inputs;

        Watched(JqInputs inputs) {
            this.inputs = inputs;
        }

        @Override
        public @Nullable JqValue next() {
            try {
                return inputs.next();
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
        private final JqInputs values;
        private boolean over;

        Slurped(JqInputs values) {
            this.values = values;
        }

        @Override
        public @Nullable JqValue next() {
            if (over) {
                return null;
            }
            over = true;
            List<JqValue> all = new ArrayList<>();
            for (JqValue value = values.next(); value != null; value = values.next()) {
                all.add(value);
            }
            return JqArray.of(all);
        }

        @Override
        public int line() {
            return values.line();
        }
    }
}
