package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// `docs/internals/deploy-tests.md` says what the tests find. After a change that is meant, write it anew:
///
/// ```
/// mvn -B -pl infra -am test -Dtest=DeployTestsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.write=true
/// ```
@Tag("long")
final class DeployTestsPageTest {
    private static final Path PAGE = Synthesis.TOP_LEVEL.resolve("docs/internals/deploy-tests.md");

    @Test
    void thePageSaysWhatTheTestsFind() throws IOException {
        String found = DeployTestsPage.text();
        if (Boolean.getBoolean("sluice.write")) {
            Files.writeString(PAGE, found);
        }
        assertEquals(found, Files.readString(PAGE), "write it anew as DeployTestsPageTest says");
    }
}
