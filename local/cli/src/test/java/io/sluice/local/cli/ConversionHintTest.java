package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A file that is refused comes with a command, which is run as it stands; what it makes is read, every record of it.
final class ConversionHintTest {
    private static final String RECORDS = "{\"k\":\"a\",\"n\":1}\n{\"k\":\"b\",\"n\":2}\n";

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tar     | tar -cf "a file's" records                                                      | unpacked
            sqlite3 | sqlite3 "a file's" "create table NAME as select 'a' k, 1 n union select 'b', 2" | NAME.json
            lz4     | lz4 -q records "a file's"                                                       | records.read
            """)
    void itsCommandMakesWhatIsRead(String tool, String made, String read) throws Exception {
        assumeTrue(bash("command -v " + tool) == 0, tool + " is not here");
        Files.writeString(folder.resolve("records"), RECORDS);
        assertEquals(0, bash(made));
        Outcome refused = run("a file's", "records");
        assertEquals(2, refused.status(), refused.toString());
        Matcher command = Pattern.compile("which is not read; (.*?)(, and name| makes| decompresses)")
                .matcher(refused.err());
        assertTrue(command.find(), refused.err());
        assertEquals(0, bash(command.group(1).replace(folder + "/", "").replace("> records", "> records.read")));
        Outcome run = run(read, read.endsWith(".json") ? "json-array" : "records");
        assertEquals(0, run.status(), run.toString());
        assertEquals(RECORDS.lines().toList(), delivered());
    }

    private Outcome run(String input, String format) throws IOException {
        Files.writeString(folder.resolve("stream.json"), """
                {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {
                  "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data", "Prefix": "all/",
                  "ErrorOutputPrefix": "errors/", "ProcessingConfiguration": {"Enabled": true, "Processors": [
                    {"Type": "AppendDelimiterToRecord"}]}}, "Sluice": {}}""");
        return Cli.run("run", "--config", folder.resolve("stream.json").toString(), "--out",
                folder.resolve("out").toString(), "--input-format", format, "--input",
                folder.resolve(input).toString());
    }

    private List<String> delivered() throws IOException {
        return Delivered.sorted(folder.resolve("out/data"));
    }

    private int bash(String command) throws Exception {
        Process process = new ProcessBuilder("bash", "-c", command).directory(folder.toFile())
                .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            System.out.println(command + ": " + said);
        }
        return status;
    }
}
