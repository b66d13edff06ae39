package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.DeployedSourceReader;
import io.sluice.infra.ChangesReading;
import io.sluice.infra.KafkaReading;
import io.sluice.infra.QueueReading;
import io.sluice.infra.Synthesis;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `docs/how-to/sources.md` shows of `Sluice.Source` is synthesised, and its tables have every member.
final class SourcesPageTest {
    private static final Pattern SOURCE = Pattern
            .compile("<!-- Sluice\\.Source of (\\S+) -->\n```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern NAMED = Pattern.compile("`(\\w+)`");

    /// An example of the page, and the configuration that it is for.
    record Shown(String file, String source) {}

    static List<Shown> sources() throws IOException {
        var sources = SOURCE.matcher(page()).results().map(each -> new Shown(each.group(1), each.group(2))).toList();
        assertEquals(9, sources.size(), sources::toString);
        return sources;
    }

    @ParameterizedTest
    @MethodSource("sources")
    void aSourceOfThePageIsDeployable(Shown shown) throws IOException {
        Map<String, Object> context = new HashMap<>(Synthesis.commandLine());
        var configuration = (ObjectNode) Synthesis.read(Synthesis.TOP_LEVEL.resolve(shown.file()));
        configuration.withObject("/Sluice").withObject("/Source")
                .setAll((ObjectNode) Synthesis.JSON.readTree(shown.source()));
        context.put("config", Files.writeString(Files.createTempFile(Path.of("target"), "shown", ".json"),
                configuration.toString()).toString());
        context.put("functionJar", Synthesis.standInJar().toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        var folder = Path.of(app.synth().getDirectory());

        var pipeline = Synthesis.of(folder).pipeline();
        int attached = Stream.of("AWS::Lambda::EventSourceMapping", "AWS::Logs::SubscriptionFilter",
                "AWS::Lambda::Url", "AWS::ECS::Service")
                .mapToInt(type -> Synthesis.resources(pipeline, type).size()).sum();
        assertEquals(shown.source().contains("returns\"]") ? 2 : 1, attached);
    }

    @Test
    void thePageNamesEveryMemberAndNoOther() throws IOException {
        var deploy = page().substring(page().indexOf("## Deploy"), page().indexOf("### In your own app"));
        assertEquals(DeployedSourceReader.members(), deploy.lines().filter(line -> line.startsWith("| `"))
                .flatMap(line -> NAMED.matcher(line.substring(0, line.indexOf('|', 1))).results())
                .map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void thePageSaysWhatIsTakenWithoutAnOption() throws IOException {
        var preset = KafkaReading.PRESET;
        var row = "| %,d; %d |".formatted(preset.recordsMax(), preset.window().toSeconds());
        assertTrue(page().contains(row), row);
    }

    @Test
    void thePageSaysHowAQueueAndATablesStreamAreReadWithoutOptions() throws IOException {
        var queue = QueueReading.PRESET;
        var changes = ChangesReading.PRESET;
        var rows = List.of(
                "| %d; %d, of a FIFO queue %d; %d |".formatted(queue.recordsMax(), queue.window().toSeconds(),
                        QueueReading.FIFO_PRESET.recordsMax(), QueueReading.FIFO_PRESET.window().toSeconds()),
                "| %d |".formatted(queue.concurrencyMax()), "| %d; %d |".formatted(changes.recordsMax(),
                        changes.window().toSeconds()));
        rows.forEach(row -> assertEquals(true, text().contains(row), row));
    }

    private static String text() {
        try {
            return page();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String page() throws IOException {
        return Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/sources.md"));
    }
}
