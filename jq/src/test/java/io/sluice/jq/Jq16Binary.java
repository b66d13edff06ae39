package io.sluice.jq;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The jq 1.6 program on the PATH, asked what it answers. One process answers a program for many inputs: they are told
/// apart by an input of their own between them, which the program gives back.
final class Jq16Binary {
    private static final String MARK = "\"<next input>\"";
    private static final int SECONDS_MAX = 30;
    private static final int OUTPUT_BYTES_MAX = 4 << 20;
    private static final int COMPILE_ERROR = 3;
    private static final Pattern ERROR = Pattern.compile("jq: error \\(at [^)]*\\)(: | \\(not a string\\): )?");
    /// What reads further inputs, ends the program, or writes where the outputs are read.
    private static final Pattern ALONE = Pattern
            .compile("input|halt|stderr|debug|getpath/1|\\$__prog|modulemeta|import|include");

    /// What jq answers for one input.
    ///
    /// @param error jq's message, without its place
    record Answer(List<String> outputs, Optional<String> error) {}

    /// What jq makes of a program.
    sealed interface Verdict {
        /// It does not compile.
        record Refused(String message) implements Verdict {}

        /// The answers to the first inputs; the others are unknown, as jq crashed or took too long.
        record Answers(List<Answer> answers) implements Verdict {}
    }

    private Jq16Binary() {}

    /// The version of the jq on the PATH, as it says it; empty without one.
    static String version() {
        try {
            Process process = new ProcessBuilder("jq", "--version").redirectErrorStream(true).start();
            try (InputStream out = process.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
        } catch (IOException e) {
            return "";
        }
    }

    static boolean isThere() {
        return version().startsWith("jq-1.6");
    }

    /// Asks for all `inputs`; JSON texts of one value each and without line ends.
    static Verdict ask(String program, List<String> inputs) throws IOException {
        return runsAlone(program) ? askAlone(program, inputs) : askTogether(program, inputs);
    }

    /// Like `ask`, in a process for each input.
    static Verdict askAlone(String program, List<String> inputs) throws IOException {
        List<Answer> answers = new ArrayList<>();
        for (String input : inputs) {
            Run run = run(program, input);
            if (run.status == COMPILE_ERROR) {
                return new Verdict.Refused(run.text);
            }
            if (run.isUnknown()) {
                break;
            }
            answers.add(answer(run.text.lines().filter(line -> !line.startsWith("[\"DEBUG:\"")).toList()));
        }
        return new Verdict.Answers(answers);
    }

    /// Whether a program cannot have the marks between its inputs.
    static boolean runsAlone(String program) {
        return ALONE.matcher(program).find();
    }

    /// The program that gives a mark back.
    static String marked(String program) {
        return "if . == " + MARK + " then . else (\n" + program + "\n) end";
    }

    /// The inputs with a mark after each.
    static String marked(List<String> inputs) {
        StringBuilder text = new StringBuilder();
        inputs.forEach(input -> text.append(input).append('\n').append(MARK).append('\n'));
        return text.toString();
    }

    private static Verdict askTogether(String program, List<String> inputs) throws IOException {
        Run run = run(marked(program), marked(inputs));
        if (run.status == COMPILE_ERROR) {
            return new Verdict.Refused(run.text);
        }
        List<Answer> answers = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String line : run.text.lines().toList()) {
            if (line.equals(MARK)) {
                answers.add(answer(lines));
                lines.clear();
            } else {
                lines.add(line);
            }
        }
        return new Verdict.Answers(answers);
    }

    private static Answer answer(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            Matcher error = ERROR.matcher(lines.get(i));
            if (error.lookingAt()) {
                String kind = ": ".equals(error.group(1)) || error.group(1) == null ? "" : "(not a string): ";
                String first = kind + lines.get(i).substring(error.end());
                List<String> message = new ArrayList<>(lines.subList(i, lines.size()));
                message.set(0, first);
                return new Answer(List.copyOf(lines.subList(0, i)), Optional.of(String.join("\n", message)));
            }
        }
        return new Answer(List.copyOf(lines), Optional.empty());
    }

    private record Run(int status, String text) {
        boolean isUnknown() {
            return status > 100;
        }
    }

    private static Run run(String program, String input) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("jq", "--unbuffered", "-c", program).redirectErrorStream(true);
        builder.environment().keySet().retainAll(List.of("PATH"));
        Process process = builder.start();
        Thread writer = Thread.ofVirtual().start(() -> write(process, input));
        AtomicBoolean tookTooLong = new AtomicBoolean();
        Thread killer = Thread.ofVirtual().start(() -> {
            try {
                if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                    tookTooLong.set(true);
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        String text;
        try (InputStream out = process.getInputStream()) {
            text = new String(out.readNBytes(OUTPUT_BYTES_MAX), StandardCharsets.UTF_8);
            if (text.length() >= OUTPUT_BYTES_MAX / 4) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            if (!tookTooLong.get()) {
                throw e;
            }
            // What ends a process by force closes its streams, and what it wrote is lost.
            text = "";
        }
        int status = process.onExit().join().exitValue();
        killer.interrupt();
        writer.interrupt();
        return new Run(status, text);
    }

    /// jq may end before it has read all: a program that does not compile, a crash.
    private static void write(Process process, String input) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            process.onExit().join();
        }
    }
}
