package io.sluice.benchmarks.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.benchmarks.WrongOutputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A command in processes of its own, whose processor time bash adds up.
///
/// @param words       the program and its arguments
/// @param environment variables that it has besides
/// @param output      what its standard output has to hold
record TimedCommand(List<String> words, Map<String, String> environment, String output) {
    /// The second line of `times` is of the processes that bash waited for, user and system.
    private static final String SCRIPT = "\"$@\" || exit; echo; times";
    private static final Pattern TIME = Pattern.compile("(\\d+)m(\\d+)\\.(\\d{3})s");
    private static final int SHELLS_TIMES = 2;
    private static final int MILLIS_A_MINUTE = 60_000;

    TimedCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /// Runs it once and gives the processor time of all its processes, in milliseconds.
    ///
    /// @param folder where it runs
    /// @throws WrongOutputException when it fails, or says something else
    double cpuMillis(Path folder) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("bash", "-c", SCRIPT, "bash"));
        all.addAll(words);
        var builder = new ProcessBuilder(all).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        int status = process.waitFor();
        List<MatchResult> times = TIME.matcher(said.substring(said.lastIndexOf("\n\n") + 1)).results().toList();
        if (status != 0 || !said.contains(output) || times.size() != 2 * SHELLS_TIMES) {
            throw new WrongOutputException(words + " ended with status " + status + " and said: " + said);
        }
        return times.stream().skip(SHELLS_TIMES).mapToLong(TimedCommand::millis).sum();
    }

    private static long millis(MatchResult time) {
        return MILLIS_A_MINUTE * Long.parseLong(time.group(1)) + 1000 * Long.parseLong(time.group(2))
                + Long.parseLong(time.group(3));
    }
}
