package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What `docs/how-to/sam.md` tells the user to type is what the template has.
final class SamNamesTest {
    private final String page = page();

    @Test
    void functionsHaveTheDocumentedIdsHandlersAndRuntime() {
        var pipeline = Synthesis.of(Way.BUFFER).pipeline();
        var documented = Pattern.compile("(?m)^\\| `(\\w+)` \\| `([\\w.:]+)` \\| `(\\w+)` \\| `(\\w+)` \\|$")
                .matcher(page)
                .results().collect(Collectors.toMap(row -> row.group(1),
                        row -> List.of(row.group(2), row.group(3), row.group(4))));

        var synthesised = Synthesis.resources(pipeline, "AWS::Lambda::Function").entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey,
                        function -> List.of(function.getValue().at("/Properties/Handler").asText(),
                                function.getValue().at("/Properties/Runtime").asText(),
                                function.getValue().at("/Properties/Architectures/0").asText())));
        assertEquals(synthesised, documented);
    }

    /// SAM finds a function's code by this metadata.
    @Test
    void theCodeIsTheJarInTheAssemblysFolder() {
        var synthesis = Synthesis.of(Way.BUFFER);
        for (var function : Synthesis.resources(synthesis.pipeline(), "AWS::Lambda::Function").values()) {
            var path = function.at("/Metadata/aws:asset:path").asText();
            assertEquals("Code", function.at("/Metadata/aws:asset:property").asText());
            assertTrue(path.matches("asset\\.[0-9a-f]{64}\\.jar"), path);
            assertTrue(Files.isRegularFile(synthesis.folder().resolve(path)), path);
        }
    }

    @Test
    void commandsNameTemplatesFunctionsAndEventsThatExist() {
        var commands = Pattern.compile("sam local invoke -t cdk\\.out/(\\S+)\\.template\\.json (\\w+) -e (\\S+)")
                .matcher(page)
                .results().toList();

        assertTrue(commands.size() >= 3, page);
        for (var command : commands) {
            assertEquals("SluicePipeline-quakes", command.group(1));
            assertTrue(Synthesis.of(Way.BUFFER).pipeline().at("/Resources/" + command.group(2)).isObject(),
                    command.group());
            assertTrue(Files.isRegularFile(Synthesis.TOP_LEVEL.resolve(command.group(3))), command.group());
        }
    }

    private static String page() {
        try {
            return Files.readString(Synthesis.TOP_LEVEL.resolve("docs/how-to/sam.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
