package io.sluice.simulation;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Plants each mistake of the list in turn and looks for it in worlds of the kinds that run its class, for
/// `build/simulation/run --planted`: `SECONDS REPORT`.
/// The report has a line for each: mistake, harm, what found it. Run again, it goes on behind those that are in it.
final class PlantedCommand {
    private static final Pattern FOUND = Pattern.compile("([a-z-]+) ([0-9]+) (.*)");

    /// Of classes that the simulation does not run.
    private static final String NOT_COMPILED = "not compiled: ";

    private final Path project = Path.of("").toAbsolutePath();
    private final String classPath = System.getProperty("java.class.path");
    private final String seconds;
    private final Path report;

    private PlantedCommand(String seconds, Path report) {
        this.seconds = seconds;
        this.report = report;
    }

    public static void main(String[] args) throws Exception {
        new PlantedCommand(args[0], Path.of(args[1])).run();
    }

    private void run() throws IOException, InterruptedException {
        Set<String> known = known();
        List<PlantedSource> all = PlantedSource.all();
        ClassesRun classes = ClassesRun.of(java(classPath));
        List<Future<?>> looks = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (PlantedSource each : all) {
                if (!known.contains(each.mistake())) {
                    looks.add(workers.submit(() -> {
                        keep(each, look(each, classes.kinds(Path.of(each.file()))));
                        return "done";
                    }));
                }
            }
            for (Future<?> each : looks) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        List<String> lines = Files.readAllLines(report);
        long found = lines.stream().filter(line -> FOUND.matcher(line.substring(line.lastIndexOf('\t') + 1)).matches())
                .count();
        long outside = lines.stream().filter(line -> line.contains("\t" + NOT_COMPILED)).count();
        System.out.printf("%d mistakes: %d found, %d not, %d that were not planted%n", lines.size(), found,
                lines.size() - found - outside, outside);
    }

    private Set<String> known() throws IOException {
        return Files.exists(report)
                ? new HashSet<>(Files.readAllLines(report).stream().map(line -> line.substring(0, line.indexOf('\t')))
                        .toList())
                : Set.of();
    }

    private synchronized void keep(PlantedSource planted, String result) throws IOException {
        String line = planted.mistake() + "\t" + planted.harm() + "\t" + result + "\n";
        System.out.print(line);
        Files.writeString(report, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private String look(PlantedSource planted, List<WorldKind> kinds) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(project.resolve("simulation/target"), "planted-");
        Path source = folder.resolve(Path.of(planted.file()).getFileName());
        Files.writeString(source, planted.planted(project));
        Optional<String> refused = compile(source, Files.createDirectory(folder.resolve("classes")));
        return refused.isPresent() ? NOT_COMPILED + refused.get() : worlds(folder.resolve("classes"), kinds);
    }

    private Optional<String> compile(Path source, Path to) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(said, files, null,
                    List.of("-nowarn", "-proc:none", "-d", to.toString(), "-cp", classPath), null,
                    files.getJavaFileObjects(source)).call();
            return done
                    ? Optional.empty()
                    : Optional.of(
                            said.toString().lines().findFirst().map(line -> line.substring(line.lastIndexOf('/') + 1))
                                    .orElse("no reason"));
        }
    }

    private static List<String> java(String classPath) {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC",
                "-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp", classPath);
    }

    private String worlds(Path classes, List<WorldKind> kinds) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java(classes + File.pathSeparator + classPath));
        command.add(FirstFinding.class.getName());
        command.add(seconds);
        kinds.forEach(kind -> command.add(kind.text()));
        Process worlds = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(worlds.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = worlds.waitFor();
        String last = said.lines().filter(line -> FOUND.matcher(line).matches() || line.startsWith("nothing in "))
                .reduce((_, line) -> line).orElse("the worlds ended with " + status);
        Matcher found = FOUND.matcher(last);
        return found.matches()
                ? last.replace('\t', ' ')
                : last + (kinds.size() == WorldKind.values().length ? "" : " of " + kinds.size() + " kinds");
    }
}
