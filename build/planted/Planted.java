import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Plants each break of the list in turn in a copy of what tests read, runs the test that is to find it, and writes a
/// line for each into a report: `FOLDER REPORT`. The folder has the class path of each module that tests are in. Before
/// that it runs each of those tests without a break, which must succeed. Run again, it goes on behind what is in the
/// report.
///
/// A break in a Java file is compiled alone and stands before the module's classes; so constants that other classes
/// took over are to be changed where they are used.
final class Planted {
    private static final Path LIST = Path.of("build/planted/breaks.txt");
    private static final Pattern ENTRY = Pattern.compile("break: ([^\\n]+)\\npromise: ([^\\n]+)\\nfile: ([^\\n]+)\\n"
            + "test: ([^ \\n]+) ([^\\n]+)\\n<<<\\n(.*?)\\n===\\n(.*?)>>>\\n", Pattern.DOTALL);
    private static final int REASON_CHARS_MAX = 160;

    private final Path project = Path.of("").toAbsolutePath();
    private final Path folder;
    private final Path report;
    private final Path scratch;

    /// @param module folder of the module that the test is in
    private record Break(String words, String promise, String file, String module, String test, String before,
            String after) {
    }

    private Planted(Path folder, Path report) {
        this.folder = folder.toAbsolutePath();
        this.report = report;
        scratch = this.folder.resolve("scratch");
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(new Planted(Path.of(args[0]), Path.of(args[1])).run());
    }

    private static List<Break> all() throws IOException {
        List<Break> all = new ArrayList<>();
        Matcher entries = ENTRY.matcher(Files.readString(LIST));
        while (entries.find()) {
            all.add(new Break(entries.group(1), entries.group(2), entries.group(3), entries.group(4), entries.group(5),
                    entries.group(6) + "\n", entries.group(7)));
        }
        return all;
    }

    private int run() throws IOException, InterruptedException {
        Set<String> known = new HashSet<>();
        if (Files.exists(report)) {
            Files.readAllLines(report).forEach(line -> known.add(line.substring(0, line.indexOf('\t'))));
        }
        List<Break> left = all().stream().filter(each -> !known.contains(each.words)).toList();
        copy();
        Set<String> tried = new HashSet<>();
        for (Break each : left) {
            if (tried.add(each.test)) {
                String said = judge(each, List.of());
                if (!said.equals("passed")) {
                    System.err.println("planted: without a break, " + each.test + " says: " + said);
                    return 2;
                }
            }
        }
        for (Break each : left) {
            String said = plant(each);
            String line = String.join("\t", each.words, each.promise, each.test, said) + "\n";
            System.out.print(line);
            Files.writeString(report, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        long found = Files.readAllLines(report).stream().filter(line -> line.contains("\tfound: ")).count();
        long planted = Files.readAllLines(report).size();
        System.out.printf("%d breaks planted: %d found, %d not%n", planted, found, planted - found);
        return found == planted ? 0 : 1;
    }

    /// What tests read beside their class path.
    private void copy() throws IOException {
        delete(scratch);
        for (String each : List.of("docs", "events", "terraform", "testkit/src/test/resources",
                "local/serve/src/test/resources", "functions/iceberg/src/test/resources", "infra/src/test/resources",
                "local/cli/src/test/resources")) {
            copy(project.resolve(each), scratch.resolve(each));
        }
        for (String module : List.of("testkit", "local/cli", "local/serve", "functions/iceberg", "infra", "junit")) {
            Files.createDirectories(scratch.resolve(module).resolve("target"));
        }
        Files.copy(project.resolve("cdk.json"), scratch.resolve("cdk.json"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copied = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copied);
                } else {
                    Files.copy(file, copied);
                }
            }
        }
    }

    private static void delete(Path all) throws IOException {
        if (Files.exists(all)) {
            Files.walkFileTree(all, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        }
    }

    private String plant(Break each) throws IOException, InterruptedException {
        String text = Files.readString(project.resolve(each.file));
        int at = text.indexOf(each.before);
        if (at < 0 || text.indexOf(each.before, at + 1) >= 0) {
            throw new IllegalStateException("'" + each.words + "' can't be planted: " + each.file
                    + (at < 0 ? " has not" : " has more than once") + " the lines that it replaces");
        }
        String broken = text.substring(0, at) + each.after + text.substring(at + each.before.length());
        Path classes = folder.resolve("classes");
        delete(classes);
        Files.createDirectories(classes);
        Path copied = scratch.resolve(each.file);
        if (each.file.endsWith(".java")) {
            Files.createDirectories(copied.getParent());
            Files.writeString(copied, broken);
            String refused = compile(copied, classes, each.module);
            Files.delete(copied);
            return refused.isEmpty() ? judged(each, List.of(classes)) : "not compiled: " + refused;
        }
        Files.writeString(copied, broken);
        // A resource of tests is on their class path, too.
        int resource = each.file.indexOf("src/test/resources/");
        if (resource >= 0) {
            Path shown = classes.resolve(each.file.substring(resource + "src/test/resources/".length()));
            Files.createDirectories(shown.getParent());
            Files.writeString(shown, broken);
        }
        String said = judged(each, List.of(classes));
        Files.writeString(copied, text);
        return said;
    }

    private String compile(Path source, Path to, String module) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(said, files, null, List.of("-nowarn", "-proc:none", "-parameters", "-d",
                    to.toString(), "-cp", classPath(module)), null, files.getJavaFileObjects(source)).call();
            return done ? "" : said.toString().lines().findFirst().orElse("no reason");
        }
    }

    private String judged(Break each, List<Path> before) throws IOException, InterruptedException {
        String said = judge(each, before);
        return said.equals("passed") ? "not found" : said;
    }

    /// @return `passed`, `found: ` and the reason, or what went wrong
    private String judge(Break each, List<Path> before) throws IOException, InterruptedException {
        String path = before.stream().map(classes -> classes + File.pathSeparator).collect(Collectors.joining())
                + classPath(each.module);
        Process test = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC",
                "-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp", path, "Judge", each.test)
                        .directory(scratch.resolve(each.module).toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        List<String> said = new String(test.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        return switch (test.waitFor()) {
            case 0 -> "passed";
            case 1 -> "found: " + reason(said);
            default -> "the test did not run: " + String.join(" ", said);
        };
    }

    /// Its most telling line.
    private static String reason(List<String> said) {
        String line = said.stream().filter(each -> each.matches("(gone|changed|demanded|not listed): .*")).findFirst()
                .orElse(said.stream().filter(each -> each.contains("): ")).findFirst().orElse(String.join(" ", said)));
        String plain = line.replace('\t', ' ').replace('|', '¦');
        return plain.length() <= REASON_CHARS_MAX ? plain : plain.substring(0, REASON_CHARS_MAX) + " …";
    }

    private String classPath(String module) throws IOException {
        return Files.readString(folder.resolve(module.replace('/', '-') + ".classpath")).strip();
    }
}
