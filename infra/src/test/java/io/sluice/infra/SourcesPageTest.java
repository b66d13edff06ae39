package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `docs/sources.md` shows of the CDK command line is synthesised, and its tables have every option.
final class SourcesPageTest {
    private static final Pattern COMMAND = Pattern.compile("^npx cdk deploy ((?:.*\\\\\n)*.*)$", Pattern.MULTILINE);
    private static final Pattern OPTION = Pattern.compile("-c (\\w+)=(\\S+)");
    private static final Pattern NAMED = Pattern.compile("`((?:kafka|log|sqs|dynamodb|s3)[A-Z]\\w+)`");

    static List<String> commands() throws IOException {
        var commands = COMMAND.matcher(page()).results().map(each -> each.group(1)).toList();
        assertEquals(6, commands.size(), commands::toString);
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandOfThePageIsDeployable(String command) {
        Map<String, Object> context = new HashMap<>(Synthesis.commandLine());
        OPTION.matcher(command).results().forEach(option -> context.put(option.group(1), option.group(2)));
        context.put("config", Synthesis.TOP_LEVEL.resolve((String) context.get("config")).toString());
        context.put("functionJar", Synthesis.standInJar().toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        var folder = Path.of(app.synth().getDirectory());

        var pipeline = Synthesis.of(folder).pipeline();
        int attached = Synthesis.resources(pipeline, "AWS::Lambda::EventSourceMapping").size()
                + Synthesis.resources(pipeline, "AWS::Logs::SubscriptionFilter").size();
        assertEquals(command.contains(",returns") || command.contains(",/aws") ? 2 : 1, attached);
    }

    @Test
    void thePageNamesEveryOptionAndNoOther() throws IOException {
        assertEquals(new TreeSet<>(SourceContext.options()), page().lines().filter(line -> line.startsWith("| `"))
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
        return Files.readString(Synthesis.TOP_LEVEL.resolve("docs/sources.md"));
    }
}
