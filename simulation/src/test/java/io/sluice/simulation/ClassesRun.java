package io.sluice.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The product's classes that worlds of each kind run, as a process for each kind loads them: where a mistake is looked
/// for.
final class ClassesRun {
    private static final String SECONDS = "4";
    /// As the JVM tells of a class that it loads; what is nested counts as the class that it is in.
    private static final Pattern LOADED = Pattern.compile("\\[class,load\\] (io\\.sluice\\.[\\w.]+)\\S* source: .*");

    private final Map<WorldKind, Set<String>> classes = new EnumMap<>(WorldKind.class);

    private ClassesRun() {}

    /// Runs worlds of each kind for some seconds.
    ///
    /// @param java the command that runs them, up to the class path with it
    static ClassesRun of(List<String> java) throws IOException, InterruptedException {
        var run = new ClassesRun();
        for (WorldKind kind : WorldKind.values()) {
            List<String> command = new ArrayList<>(java);
            command.add(1, "-Xlog:class+load:stdout:tags");
            command.addAll(List.of(FirstFinding.class.getName(), SECONDS, kind.text()));
            Process worlds = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String said = new String(worlds.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (worlds.waitFor() != 0 || !said.contains("nothing in ")) {
                throw new IllegalStateException(
                        "without a mistake, worlds of the kind " + kind.text() + " end with "
                                + said.lines().reduce("no word", (_, line) -> line));
            }
            run.classes.put(kind, said.lines().map(LOADED::matcher).filter(line -> line.matches())
                    .map(line -> line.group(1)).collect(Collectors.toSet()));
        }
        return run;
    }

    /// The kinds whose worlds run the class of a source; all, when none does.
    List<WorldKind> kinds(Path source) {
        String path = source.toString().replace('\\', '/');
        String name = path.substring(path.indexOf("/java/") + "/java/".length(), path.length() - ".java".length())
                .replace('/', '.');
        List<WorldKind> kinds = Arrays.stream(WorldKind.values())
                .filter(kind -> classes.getOrDefault(kind, Set.of()).contains(name))
                .toList();
        return kinds.isEmpty() ? List.of(WorldKind.values()) : kinds;
    }
}
