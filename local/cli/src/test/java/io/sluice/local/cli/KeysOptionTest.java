package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Who may call a server is told by a file, or by a secret that an option or the environment names.
final class KeysOptionTest {
    private static final String ARN = "arn:aws:secretsmanager:us-east-1:123456789012:secret:keys-a1b2c3";
    /// Where nobody listens.
    private static final Map<String, String> OF_A_SECRET = Map.of("SLUICE_KEYS_SECRET", ARN,
            "SLUICE_SECRETSMANAGER_ENDPOINT", "http://127.0.0.1:9");

    @TempDir
    private Path folder = Path.of("");
    private final List<String> warnings = new ArrayList<>();

    private static KeysOption option(String... arguments) {
        var option = new KeysOption();
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("keys",
                CommandLine.Model.CommandSpec.forAnnotatedObject(option))).parseArgs(arguments);
        return option;
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("keys"), text).toString();
    }

    @Test
    void withoutAFileAndASecretOneKeyMayCallFromThisMachine() {
        assertFalse(option().isGiven(Map.of("SLUICE_KEYS_SECRET", "")));
        assertEquals("local", option().ring(Map.of(), warnings::add).key("local").orElseThrow().secret());
        assertEquals("Keys[local]", option().keys().toString());
    }

    @Test
    void aFileIsTakenBeforeTheSecretOfTheEnvironment() throws IOException {
        var option = option("--keys", file("ONE one clicks\n"));
        assertTrue(option.isGiven(OF_A_SECRET));
        var ring = option.ring(OF_A_SECRET, warnings::add);
        assertTrue(ring.key("ONE").orElseThrow().mayName("clicks"));
        assertTrue(ring.key("local").isEmpty());
    }

    /// The time until it is read again is the ring's own matter.
    @Test
    void aFileThatIsGoneLaterLeavesTheKeysInUse() throws IOException {
        Path file = Path.of(file("ONE one\n"));
        var ring = option("--keys", file.toString()).ring(Map.of(), warnings::add);
        Files.delete(file);
        assertTrue(ring.key("ONE").isPresent());
    }

    @Test
    void whatCannotBeUsedIsNamedWithoutASecret() throws IOException {
        var wrong = option("--keys", file("ONE hush and more\n"));
        var refused = assertThrows(UsageException.class, () -> wrong.ring(Map.of(), warnings::add));
        assertTrue(refused.getMessage().contains("the line 1 is not 'access-key secret-key'"), refused.getMessage());
        assertFalse(refused.getMessage().contains("hush"), refused.getMessage());
        var both = option("--keys", file("ONE one\n"), "--keys-secret", ARN);
        assertTrue(assertThrows(UsageException.class, () -> both.ring(Map.of(), warnings::add)).getMessage()
                .contains("leave one of the two out"));
        var noArn = option("--keys-secret", "keys");
        assertTrue(assertThrows(UsageException.class, () -> noArn.ring(Map.of(), warnings::add)).getMessage()
                .contains("not the ARN of a secret"));
    }

    @Test
    void aSecretThatCannotBeReadEndsTheStartAndIsNamed() {
        var option = option();
        assertTrue(option.isGiven(OF_A_SECRET));
        var failed = assertThrows(JobFailedException.class, () -> option.ring(OF_A_SECRET, warnings::add));
        assertTrue(failed.getMessage().startsWith("The keys can't be read: GetSecretValue " + ARN),
                failed.getMessage());
    }
}
