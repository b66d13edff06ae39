package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.UsageException;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Configurations that processes without a disk of their own read from S3.
final class ConfigurationInS3Test {
    private static final byte[] STREAM = CutShortRun.CONFIGURATION.getBytes(UTF_8);

    @TempDir
    private Path folder = Path.of("");
    private Optional<OwnS3> own = Optional.empty();

    @BeforeEach
    void start() {
        own = Optional.of(new OwnS3(folder.resolve("s3"), "configurations"));
    }

    @AfterEach
    void stop() {
        own.ifPresent(OwnS3::close);
    }

    private OwnS3 s3() {
        return own.orElseThrow();
    }

    private ConfigurationFile read(String name) throws IOException {
        return ConfigurationFile.read(name, Optional.of(URI.create(s3().url())));
    }

    @ParameterizedTest
    @CsvSource({"stream.json", "a/b//stream.json", "a b+c%20é.json", "no-ending"})
    void anObjectIsAConfigurationAsAFileIs(String key) throws IOException {
        s3().put("configurations", key, STREAM);
        ConfigurationFile file = read("s3://configurations/" + key);
        assertArrayEquals(STREAM, file.json());
        assertEquals("s3://configurations/" + key, file.name());
        assertTrue(file.parsed().configuration().isPresent());
    }

    @Test
    void anObjectOfYamlIsKnownByItsName() throws IOException {
        s3().put("configurations", "stream.yaml", "DeliveryStreamName: orders\n".getBytes(UTF_8));
        assertTrue(read("s3://configurations/stream.yaml").text().isYaml());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            s3://configurations/other.json   | there is no such object; aws s3 ls s3://configurations lists what there
            s3://elsewhere/stream.json       | access is denied (AccessDenied, HTTP 403): the credentials need
            s3://configurations              | s3://configurations is a folder; name the object in it
            s3://configurations/a/           | s3://configurations/a/ is a folder; name the object in it
            s3:///stream.json                | names no bucket
            s3://configurations/large.json   | has 1048577 bytes, and no configuration has more than 1048576
            """)
    void whatCannotBeReadIsNamedWithTheRemedy(String name, String message) {
        s3().put("configurations", "a/stream.json", STREAM);
        s3().put("configurations", "large.json", new byte[(1 << 20) + 1]);
        String said = String.valueOf(assertThrows(UsageException.class, () -> read(name)).getMessage());
        assertTrue(said.contains(message), said);
    }

    @Test
    void aServerWithoutStateReadsThemByItsOptions() {
        s3().put("configurations", "wrong.json", "{\"DeliveryStreamName\": 7}".getBytes(UTF_8));
        Outcome wrong = s3().sluice("serve", "--stateless", "--port", "0", "--config",
                "s3://configurations/wrong.json", "--staging-bucket", "b", "--index-table", "t");
        assertEquals(2, wrong.status(), wrong.toString());
        assertTrue(wrong.err().contains("The configuration s3://configurations/wrong.json has "), wrong.err());
        Outcome none = s3().sluice("serve", "--stateless", "--port", "0", "--config",
                "s3://configurations/none.json", "--staging-bucket", "b", "--index-table", "t");
        assertEquals(2, none.status(), none.toString());
        assertTrue(none.err().contains("there is no such object"), none.err());
    }
}
