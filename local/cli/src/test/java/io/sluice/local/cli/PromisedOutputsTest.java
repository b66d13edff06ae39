package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.testkit.promise.PromisedList;
import io.sluice.testkit.promise.SchemaMembers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Who reads what commands print, or landing events, finds each member of before with its type. That the schemas are
/// what is printed and sent, `JsonOutputTest` and `EventsPageTest` say.
final class PromisedOutputsTest {
    private static final Path REFERENCE = Path.of("../../docs/reference");
    private static final String NAME_END = ".schema.json";

    @Test
    void whatIsPromisedOfOutputsIsKept() throws IOException {
        Map<String, String> members = new TreeMap<>();
        try (Stream<Path> files = Files.list(REFERENCE.resolve("json"))) {
            List<Path> schemas = new ArrayList<>(files.filter(file -> file.toString().endsWith(NAME_END)).toList());
            schemas.add(REFERENCE.resolve("landing-events" + NAME_END));
            assertTrue(schemas.size() > 15, schemas::toString);
            for (Path schema : schemas) {
                members.putAll(SchemaMembers.of(new ObjectMapper().readTree(Files.readAllBytes(schema)),
                        schema.getFileName().toString().replace(NAME_END, ""), "always"));
            }
        }
        PromisedList.read(Path.of("../.."), "outputs").requireOf(members);
    }
}
