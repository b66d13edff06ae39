package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// Who may call a server is told by a file, or by a variable that a container has.
final class KeysOptionTest {
    private static KeysOption option(String... arguments) {
        var option = new KeysOption();
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("keys",
                CommandLine.Model.CommandSpec.forAnnotatedObject(option))).parseArgs(arguments);
        return option;
    }

    private static Map<String, String> variable(String json) {
        return Map.of("SLUICE_KEYS", json);
    }

    @Test
    void keysOfTheVariableMayCall() {
        assertEquals(Map.of("ONE", "a/b+c=", "TWO", "é"),
                option().read(variable("{\"ONE\": \"a/b+c=\", \"TWO\": \"é\"}")).orElseThrow().secrets());
    }

    @Test
    void aFileIsTakenBeforeTheVariable(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("keys"), "FILE secret\n");
        assertEquals(Map.of("FILE", "secret"),
                option("--keys", file.toString()).read(variable("{\"ONE\": \"1\"}")).orElseThrow().secrets());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void anEmptyVariableIsNone(String value) {
        assertEquals(Optional.empty(), option().read(variable(value)));
        assertEquals(Optional.empty(), option().read(Map.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ["TOPSECRET"]                        | is no JSON object
            {}                                   | is no JSON object
            {"ONE": "TOPSECRET"                  | is no JSON object
            {"ONE": "TOPSECRET", "ONE": "b"}     | is no JSON object
            {"ONE": "TOPSECRET"} {"TWO": "b"}    | is no JSON object
            {"ONE": {"x": "TOPSECRET"}}          | the value of ONE is no text
            {"ONE": ""}                          | the value of ONE is no text
            {"not-a-key": "TOPSECRET"}           | letters and digits
            """)
    void aVariableThatIsNoKeysIsRefusedAndNoSecretIsTold(String json, String message) {
        var option = option();
        String refused = assertThrows(UsageException.class, () -> option.read(variable(json))).toString();
        assertTrue(refused.contains(message), refused);
        assertTrue(refused.contains("SLUICE_KEYS"), refused);
        assertFalse(refused.contains("TOPSECRET"), refused);
    }
}
