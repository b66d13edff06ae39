package io.sluice.benchmarks.scale;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.benchmarks.WrongOutputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A job in a process of its own: the bounded heap is its, and so is all processor time.
final class JobProcess {
    /// The heap that the goals are set for.
    static final String HEAP = "512m";

    private JobProcess() {}

    /// @throws WrongOutputException when the process found that not exactly the records that went in came out
    static JobResult run(Job job, Path folder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + HEAP,
                        "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp", System.getProperty("java.class.path"), JobMain.class.getName(), folder.toString()));
        command.addAll(job.arguments());
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            int status = process.waitFor();
            if (status == JobMain.WRONG_OUTPUT) {
                throw new WrongOutputException(output);
            }
            if (status != 0) {
                throw new IOException("the measured process ended with " + status + "; its own message is above");
            }
            return JobResult.parse(Stream.of(output.split("\n", -1)).toList().getLast());
        } finally {
            process.destroyForcibly();
        }
    }
}
