package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `serve` cannot do it says before it begins.
final class ServeOptionsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port 70000                            | --port must be 0 to 65535, not 70000
            --speed 0                               | --speed must be at least 1, not 0
            --journal-mb 0                          | --journal-mb must be at least
            --bind 0.0.0.0                          | name with --keys who may call
            --allow-reset --s3 http://127.0.0.1:9   | on the server that --s3 names they may be others' too
            --fail broken=0.1                       | --fail knows no 'broken'
            --fail throttle=2                       | --fail:
            --keys FOLDER/none                      | can't be read
            --keys FOLDER/keys                      | can't be used: the line 3 is not
            --keys FOLDER/some                      | goes with --stateless alone: here each key is for all streams
            --keys-secret arn                       | --keys-secret goes with --stateless
            --lambda nowhere                        | --lambda is
            --config FOLDER/none.json               | none.json
            --plugin FOLDER/none.jar                | none.jar does not exist
            --plugin FOLDER/keys                    | keys is no jar that can be read
            """)
    void aWrongOptionIsNamedAndNothingIsBegun(String options, String message, @TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("keys"), "one secret\n\nanother\n");
        Files.writeString(folder.resolve("some"), "one secret\ntwo secret clicks\n");
        Path out = folder.resolve("out");
        String line = "serve --port 0 --out " + out + " " + options.replace("FOLDER", folder.toString());
        Outcome outcome = Cli.run(line.replaceFirst("--port 0 (.*--port)", "$1").split(" "));
        assertEquals(2, outcome.status(), outcome.toString());
        assertTrue(outcome.err().contains(message), outcome.toString());
        assertFalse(Files.exists(out), outcome.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --index-table t                                            | --index-table goes with --stateless
            --stateless                                                | --stateless needs --config FILE
            --stateless --out o --config c                             | --out does not go with --stateless
            --stateless --tls --config c                               | let the load balancer speak TLS
            --stateless --drain --config c                             | the stream's flusher delivers
            --stateless --config c                                     | --staging-bucket NAME is missing
            --stateless --config c --staging-bucket b                  | --index-table NAME is missing
            --stateless --config FOLDER/c --staging-bucket b --index-table t | FOLDER/c does not exist
            --stateless --config c --staging-bucket b --index-table t --bind 0.0.0.0 | name with --keys who may call
            """)
    void aServerWithoutStateNamesWhatItLacks(String options, String message, @TempDir Path folder) {
        Outcome outcome = Cli.run(("serve --port 0 " + options.replace("FOLDER", folder.toString())).split(" "));
        assertEquals(2, outcome.status(), outcome.toString());
        assertTrue(outcome.err().contains(message.replace("FOLDER", folder.toString())), outcome.toString());
    }
}
