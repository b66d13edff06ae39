package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jcodings.Encoding;
import org.joni.Regex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The library as somebody else uses it: its classes and the regex engine's on the class path, and nothing else.
class JarAloneTest {
    private static final String PROGRAM = """
            import io.sluice.jq.JqProgram;
            import java.nio.charset.StandardCharsets;

            class Scratch {
                public static void main(String[] arguments) {
                    JqProgram program = JqProgram.compile(arguments[0]);
                    byte[] json = arguments[1].getBytes(StandardCharsets.UTF_8);
                    program.run(json).forEach(System.out::println);
                }
            }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void tenLinesCompileAndRunWithTheJarAndTheRegexEngineAlone() throws Exception {
        Path source = Files.writeString(folder.resolve("Scratch.java"), PROGRAM);
        String library = Stream.of(JqProgram.class, Regex.class, Encoding.class).map(JarAloneTest::place)
                .collect(Collectors.joining(File.pathSeparator));
        int compiled = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", library, "-d",
                folder.toString(),
                source.toString());
        assertEquals(0, compiled);
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                folder + File.pathSeparator + library, "Scratch",
                ".[] | {name, day: (.at | strftime(\"%Y-%m-%d\")), short: (.name | sub(\"(?<a>.).*\"; .a))}",
                "[{\"name\":\"joni\",\"at\":0}]").redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("{\"name\":\"joni\",\"day\":\"1970-01-01\",\"short\":\"j\"}", output.strip());
        assertEquals(0, process.waitFor());
        assertEquals(3, List.of(library.split(File.pathSeparator)).size());
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
