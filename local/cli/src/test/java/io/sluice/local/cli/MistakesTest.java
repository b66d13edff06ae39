package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Mistakes of use, one a line of `mistakes.txt`: each ends with one message that says what is wrong and what to do,
/// not with status 0, and leaves the folder as it was.
final class MistakesTest {
    private static final int MISTAKES_MIN = 40;

    @TempDir
    private Path folder = Path.of("");

    /// @param status  the exit status
    /// @param message what the message, and nothing else, has in it
    private record Mistake(String arguments, int status, String message) {
        static Mistake of(String line) {
            String[] columns = line.split("\\|", -1);
            assertEquals(3, columns.length, line);
            return new Mistake(columns[0].strip(), Integer.parseInt(columns[1].strip()), columns[2].strip());
        }
    }

    @TestFactory
    Stream<DynamicTest> eachIsOneMessageWithItsRemedy() throws IOException {
        List<Mistake> mistakes = mistakes();
        assertTrue(mistakes.size() >= MISTAKES_MIN, mistakes.size() + " mistakes");
        return mistakes.stream()
                .map(mistake -> DynamicTest.dynamicTest("sluice " + mistake.arguments(), () -> check(mistake)));
    }

    private static List<Mistake> mistakes() throws IOException {
        try (InputStream table = MistakesTest.class.getResourceAsStream("mistakes.txt");
                var lines = new BufferedReader(new InputStreamReader(Objects.requireNonNull(table), UTF_8))) {
            return lines.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).map(Mistake::of).toList();
        }
    }

    private void check(Mistake mistake) throws IOException {
        Path kit = kit(Files.createTempDirectory(folder, "mistake"));
        Map<String, Long> before = files(kit);
        Outcome outcome = Cli.run(arguments(mistake.arguments(), kit));
        assertEquals(mistake.status(), outcome.status(), outcome.toString());
        String told = outcome.out() + outcome.err();
        assertTrue(told.contains(mistake.message()), told);
        List<String> messages = outcome.err().lines()
                .filter(line -> line.startsWith("sluice: ") && !line.startsWith("sluice: warning: ")).toList();
        boolean isCheck = mistake.arguments().startsWith("check");
        assertTrue(messages.size() == 1 || (isCheck && messages.isEmpty()), outcome.toString());
        assertFalse(told.contains("Exception") || told.contains("\tat ") || told.contains("internal error"), told);
        assertEquals(before, files(kit), told);
    }

    /// Words, where `@` is the folder and `''` is an empty one.
    private static String[] arguments(String text, Path kit) {
        return Arrays.stream(text.split(" +")).filter(word -> !word.isEmpty())
                .map(word -> word.equals("''") ? "" : word.replace("@", kit.toString())).toArray(String[]::new);
    }

    private static Map<String, Long> files(Path kit) throws IOException {
        Map<String, Long> sizes = new HashMap<>();
        try (Stream<Path> tree = Files.walk(kit)) {
            for (Path each : tree.toList()) {
                sizes.put(kit.relativize(each).toString(), Files.isDirectory(each) ? -1 : Files.size(each));
            }
        }
        return sizes;
    }

    /// What a user may have at hand.
    private static Path kit(Path kit) throws IOException {
        String stream = resource("keyed.json");
        Map<String, String> files = new HashMap<>(Map.of("stream.json", stream, //
                "in.ndjson", "{\"net\":\"uw\",\"place\":{\"day\":\"1\"}}\n{\"net\":\"us\",\"place\":{\"day\":\"2\"}}\n",
                "empty.json", "", "empty.ndjson", "\n", "array.json", "[]", "notes.txt", "to do\n", //
                "broken.json", "{\n  \"DeliveryStreamName\": \"x\",\n  \"Foo\" 1\n}\n", //
                "broken.yaml", "DeliveryStreamName: [x\n", //
                "tag.yaml", "ExtendedS3DestinationConfiguration:\n  Prefix: !{timestamp:yyyy}/\n", //
                "two.yaml", "a: 1\n---\nb: 2\n"));
        files.put("hidden/.x.ndjson", "{}\n");
        files.put("out/keyed/net=uw/day=1/keyed-1", "{\"net\":\"uw\"}\n");
        files.put("plugin.json", stream.replaceFirst("\\{", "{\"Sluice\":{\"Transformer\":{\"Name\":\"upper\"}},"));
        prefixed(stream).forEach((name, prefix) -> files.put(name + ".json",
                stream.replaceFirst("\"Prefix\": \"[^\"]*\"", "\"Prefix\": \"" + prefix.replace("$", "\\$") + "\"")));
        files.put("zone.json",
                stream.replaceFirst("\"Prefix\"", "\"CustomTimeZone\": \"Europe/Viena\", \"Prefix\""));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = kit.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Files.createDirectory(kit.resolve("empty"));
        Files.write(kit.resolve("photo.png"), new byte[]{(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0});
        return kit;
    }

    private static Map<String, String> prefixed(String stream) {
        assertTrue(stream.contains("\"Prefix\": "), stream);
        return Map.of("unclosed", "net=!{partitionKeyFromQuery:net", "namespace", "net=!{partitionKey:net}/",
                "letter", "!{timestamp:bbb}/!{partitionKeyFromQuery:net}/!{partitionKeyFromQuery:day}/",
                "unextracted", "!{partitionKeyFromQuery:net}/!{partitionKeyFromQuery:country}/", "dots",
                "../!{partitionKeyFromQuery:net}/!{partitionKeyFromQuery:day}/");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = MistakesTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
    }
}
