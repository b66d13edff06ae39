package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.PluginJars;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Code of an outsider, compiled against the API alone and named by `--plugin`.
final class PluginTest {
    private static final String TRANSFORMER = "io.sluice.plugin.RecordTransformer";
    private static final String EXTRACTOR = "io.sluice.plugin.KeyExtractor";

    @TempDir
    private Path folder = Path.of("");
    private final String config = PluginJar.example("stream.json").toString();
    private final String log = PluginJar.example("access.log").toString();
    private String jar = "";

    @BeforeEach
    void example() throws IOException {
        jar = PluginJar.ofTheExample(folder).toString();
    }

    private String out(String name) {
        return folder.resolve(name).toString();
    }

    private Outcome run(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("run", "--config", config, "--input", log, "--out", out("out"), "--json"));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    /// Lines by the folder of their object.
    private static Map<String, List<String>> byPartition(Path bucket) {
        Map<String, List<String>> lines = new TreeMap<>();
        Delivered.lines(bucket).forEach((key, value) -> lines.put(key.substring(0, key.lastIndexOf('/')), value));
        return lines;
    }

    @Test
    void theExamplePartitionsALogThatIsNoJson() throws IOException {
        Outcome outcome = run("--plugin", jar);
        assertEquals(0, outcome.status(), outcome.err());
        Map<String, List<String>> lines = byPartition(folder.resolve("out/access"));
        List<String> errors = lines.remove("errors/processing-failed");
        assertEquals(Map.of(
                "host=api.example/status=2xx",
                List.of("2026-11-22T08:00:01Z|api.example|2001:db8::9:0|POST|/orders|201|64"),
                "host=api.example/status=5xx",
                List.of("2026-11-22T08:00:04Z|api.example|203.0.113.0|GET|/orders/7|503|0"),
                "host=shop.example/status=2xx",
                List.of("2026-11-22T08:00:00Z|shop.example|192.0.2.0|GET|/|200|5120",
                        "2026-11-22T08:00:01Z|shop.example|192.0.2.0|GET|/cart|200|812",
                        "2026-11-22T08:00:05Z|shop.example|192.0.2.0|GET|/cart|200|808"),
                "host=shop.example/status=4xx",
                List.of("2026-11-22T08:00:03Z|shop.example|198.51.100.0|GET|/old|404|310")), lines);
        assertTrue(errors != null && errors.size() == 1 && errors.getFirst().contains("no line of the access log"),
                String.valueOf(errors));
        assertEquals(List.of(8, 6, 1, 1),
                Stream.of("recordsIn", "recordsDelivered", "recordsRejected", "recordsDropped").map(name -> {
                    try {
                        return outcome.json().path(name).asInt();
                    } catch (IOException e) {
                        throw new IllegalStateException(outcome.out(), e);
                    }
                }).toList());
    }

    @Test
    void whatARunDeliveredIsVerifiedWithTheSameJar() {
        assertEquals(0, run("--plugin", jar).status());
        Outcome verified = Cli.run("verify", "--config", config, "--input", log, "--out", out("out"), "--plugin", jar);
        assertEquals(0, verified.status(), verified.out() + verified.err());
        Outcome without = Cli.run("verify", "--config", config, "--input", log, "--out", out("out"));
        assertEquals(2, without.status(), without.out());
        assertTrue(without.err().contains("no RecordTransformer called 'anonymous-lines'"), without.err());
        assertTrue(without.err().contains("name the jar with --plugin"), without.err());
    }

    @Test
    void planAndCheckTakeItToo() throws IOException {
        Outcome plan = Cli.run("plan", "--config", config, "--input", log, "--plugin", jar, "--json");
        assertEquals(0, plan.status(), plan.err());
        assertEquals(6, plan.json().at("/sample/delivered").asInt(), plan.out());
        Outcome check = Cli.run("check", "--config", config, "--plugin", jar);
        assertEquals(0, check.status(), check.out() + check.err());
    }

    @Test
    void rejectedRecordsAreRedrivenThroughIt() throws IOException {
        assertEquals(0, run("--plugin", jar).status());
        Outcome again = Cli.run("redrive", "--config", config, "--input", out("out/access/errors"), "--out",
                out("again"), "--json", "--plugin", jar);
        assertEquals(1, again.status(), again.err());
        assertEquals(1, again.json().path("recordsRejected").asInt(), again.out());
        assertTrue(again.err().contains("Nothing was delivered"), again.err());
    }

    /// A transformer and a key extractor in jars of their own.
    @Test
    void severalJarsAreNamedOneByOne() throws IOException {
        String upper = PluginJar.of(folder, "Upper", transformer("Upper", "upper",
                "return Transformed.kept(new String(record).toUpperCase(java.util.Locale.ROOT).getBytes());"),
                Map.of(TRANSFORMER, "Upper")).toString();
        String both = stream("both.json", "anonymous-lines", "upper");
        Outcome outcome = Cli.run("run", "--config", both, "--input", log, "--out", out("out"), "--plugin", upper,
                "--plugin", jar);
        assertEquals(0, outcome.status(), outcome.err());
        assertTrue(Delivered.sorted(folder.resolve("out/access")).contains(
                "2026-11-22T08:00:00Z|SHOP.EXAMPLE|192.0.2.17|GET|/|200|5120"));
    }

    @Test
    void withoutItsJarAStreamIsRefusedAndNothingIsMade() {
        Outcome outcome = run();
        assertEquals(2, outcome.status());
        assertTrue(outcome.err().contains("Sluice.Transformer: no RecordTransformer called 'anonymous-lines'"),
                outcome.err());
        assertTrue(outcome.err().contains("name the jar with --plugin"), outcome.err());
        assertFalse(Files.exists(folder.resolve("out")));
    }

    @Test
    void aJarThatIsNoneOrOffersNothingIsRefusedByName() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        Path empty = Files.createFile(folder.resolve("empty.jar"));
        Path nothing = PluginJar.of(folder, "Nothing", "class Nothing {}", Map.of(EXTRACTOR, "# none\n\n"));
        Path former = PluginJar.of(folder, "Former", "class Former {}",
                Map.of("io.sluice.extract.KeyExtractor", "Former"));
        Path other = PluginJar.of(folder, "Other", transformer("Other", "other", "return Transformed.kept(record);"),
                Map.of(TRANSFORMER, "Other"));
        refused(folder.resolve("nowhere.jar"), "nowhere.jar does not exist");
        refused(folder, "is no jar: it is no file");
        refused(text, "text.jar is no jar that can be read");
        refused(empty, "empty.jar is no jar that can be read");
        refused(nothing, "Nothing.jar offers no plug-in: it has no META-INF/services/" + TRANSFORMER);
        refused(former, "it was made for an earlier Sluice");
        refused(other, "Other.jar offers the transformers [other] and the key extractors [], and the configuration"
                + " names none of them: Sluice.Transformer is anonymous-lines");
    }

    @Test
    void aPluginThatCannotBeMadeIsRefusedWithItsReason() throws IOException {
        refused(PluginJar.of(folder, "Gone", "class Gone {}", Map.of(TRANSFORMER, "NotThere")),
                "NotThere not found");
        refused(PluginJar.of(folder, "Hidden", "class Hidden {}", Map.of(TRANSFORMER, "Hidden")), "not a subtype");
        refused(PluginJar.of(folder, "Throwing", transformer("Throwing", "throwing",
                "return null; }\n    public Throwing() { throw new IllegalStateException(\"no licence\");"),
                Map.of(TRANSFORMER, "Throwing")), "Throwing could not be instantiated: java.lang.IllegalState");
        refused(PluginJar.of(folder, "Lacking", transformer("Lacking", "lacking",
                "return null; }\n    public Lacking() { throw new NoClassDefFoundError(\"lost/Library\");"),
                Map.of(TRANSFORMER, "Lacking")), "lost/Library");
        refused(PluginJar.of(folder, "Nameless", transformer("Nameless", "\" + System.getenv().get(null) + \"",
                "return null;"), Map.of(TRANSFORMER, "Nameless")), "Nameless does not tell its name");
    }

    @Test
    void objectsThatAreThereAlreadyAreRepartitionedThroughIt() throws IOException {
        Path day = Files.createDirectories(folder.resolve("out/access/raw/dt=2026-11-20"));
        Files.copy(Path.of(log), day.resolve("access.log"));
        String dated = stream("dated.json", "\"host=!", "\"dt=!{timestamp:yyyy-MM-dd}/host=!");
        Outcome outcome = Cli.run("repartition", "--config", dated, "--from", "raw/", "--out", out("out"),
                "--accept-rejected", "--plugin", jar);
        assertEquals(0, outcome.status(), outcome.out() + outcome.err());
        List<String> moved = Delivered.sorted(folder.resolve("out/access/dt=2026-11-20"));
        assertEquals(6, moved.size(), moved.toString());
        assertTrue(moved.contains("2026-11-22T08:00:04Z|api.example|203.0.113.0|GET|/orders/7|503|0"),
                moved.toString());
    }

    private void refused(Path bad, String message) {
        Outcome outcome = run("--plugin", jar, "--plugin", bad.toString());
        assertEquals(2, outcome.status(), outcome.err());
        assertTrue(outcome.err().contains("--plugin: "), outcome.err());
        assertTrue(outcome.err().contains(message), outcome.err());
        assertFalse(Files.exists(folder.resolve("out")));
    }

    /// A class that only some records need, an assertion, a recursion: each costs its record.
    @Test
    void whateverAPluginThrowsCostsOneRecord() throws IOException {
        String fragile = PluginJar.of(folder, "Fragile", transformer("Fragile", "fragile", """
                String text = new String(record);
                if (text.contains("/cart")) throw new NoClassDefFoundError("lost/Library");
                if (text.contains("/old")) throw new AssertionError("old");
                if (text.contains("/orders/7")) throw new StackOverflowError();
                return text.contains("/health") ? null : Transformed.kept(record);
                """), Map.of(TRANSFORMER, "Fragile")).toString();
        Outcome outcome = Cli.run("run", "--config", stream("fragile.json", "anonymous-lines", "fragile"), "--input",
                log, "--out", out("out"), "--json", "--plugin", fragile, "--plugin", jar, "--max-rejected", "6");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(2, outcome.json().path("recordsDelivered").asInt(), outcome.out());
        assertEquals(6, outcome.json().path("recordsRejected").asInt(), outcome.out());
    }

    /// Of its first record the transformer makes another program's, which writes to the file while it is read.
    @Tag("long")
    @Test
    void aFileThatIsOverwrittenWhileItIsReadEndsTheRun() throws IOException {
        String line = Files.readAllLines(Path.of(log)).getFirst() + "\n";
        Path large = Files.writeString(folder.resolve("large.log"), line.repeat(32_000_000 / line.length()));
        String writing = PluginJar.of(folder, "Writing", transformer("Writing", "writing", """
                try (var file = new java.io.RandomAccessFile("%s", "rw")) {
                    file.writeByte('X');
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                return Transformed.kept(record);
                """.formatted(large)), Map.of(TRANSFORMER, "Writing")).toString();
        Outcome outcome = Cli.run("run", "--config", stream("writing.json", "anonymous-lines", "writing"), "--input",
                large.toString(), "--out", out("out"), "--plugin", writing, "--plugin", jar);
        assertEquals(1, outcome.status(), outcome.out() + outcome.err());
        assertTrue(outcome.err().contains("large.log was overwritten while it was read"), outcome.err());
    }

    @Test
    void whatFollowsInTheProcessDoesNotSeeIt() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        assertEquals(0, run("--plugin", jar).status());
        assertEquals(2, run("--plugin", out("nowhere.jar")).status());
        assertSame(before, Thread.currentThread().getContextClassLoader());
    }

    private static String transformer(String type, String name, String body) {
        return """
                import io.sluice.plugin.RecordTransformer;
                import io.sluice.plugin.Transformed;

                public final class %s implements RecordTransformer {
                    @Override
                    public String name() {
                        return "%s";
                    }

                    @Override
                    public Transformed transform(byte[] record) {
                        %s
                    }
                }
                """.formatted(type, name, body);
    }

    /// The example's configuration with another transformer.
    private String stream(String file, String before, String after) throws IOException {
        String json = Files.readString(PluginJar.example("stream.json")).replace(before, after);
        return Files.writeString(folder.resolve(file), json).toString();
    }

    /// Streams are made by the server's own threads.
    /// Another jar makes another layer, and other versions of the functions.
    @Test
    void aTemplateHasItAsALayerOfEveryFunction() throws Exception {
        Outcome printed = Cli.run("template", "--config", config, "--plugin-jar", jar);
        String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(Files.readAllBytes(Path.of(jar)))).substring(0, 12);
        String layer = "Plugin" + digest.toUpperCase(Locale.ROOT);

        assertEquals("{\"Fn::Sub\":\"${CodePrefix}plugin-" + digest + ".zip\"}",
                printed.json().at("/Resources/" + layer + "/Properties/Content/S3Key").toString());
        for (var function : List.of("Transform", "Flush", "Retention")) {
            assertEquals("[{\"Ref\":\"" + layer + "\"}]",
                    printed.json().at("/Resources/" + function + "Function/Properties/Layers").toString());
        }
        assertTrue(printed.err().contains("plugin-" + digest + ".zip, as java/lib/"), printed.err());
        Outcome without = Cli.run("template", "--config", config);
        assertEquals(2, without.status(), without.err());
        assertTrue(without.err().contains("name the jar with --plugin-jar"), without.err());
        Outcome none = Cli.run("template", "--config", config, "--plugin-jar", config);
        assertEquals(2, none.status(), none.err());
        assertTrue(none.err().contains("--plugin-jar: "), none.err());
    }

    @Test
    void aServerFindsPlugInsForItsStreams() throws Exception {
        assertTrue(played("without", List.of()).contains("no RecordTransformer"));
        String played = played("with", List.of(Path.of(jar)));
        assertFalse(played.contains("no RecordTransformer"), played);
        assertTrue(played.contains("status="), played);
    }

    /// What the page of a server with these plug-ins says of the log's first line.
    private String played(String name, List<Path> jars) throws Exception {
        String request = new ObjectMapper().createObjectNode().put("configuration", Files.readString(Path.of(config)))
                .put("record", Files.readAllLines(Path.of(log)).getFirst()).toString();
        try (var _ = PluginJars.load(jars);
                var server = LocalServer.start(folder.resolve(name));
                var http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(server.uri().resolve("/_sluice/playground"))
                    .POST(HttpRequest.BodyPublishers.ofString(request)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
