package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.input.RowsOnDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Objects in S3 as inputs of the commands.
@ResourceLock(Resources.SYSTEM_PROPERTIES)
@Tag("long")
final class S3InputTest extends VerifiedRun {
    private @Nullable OwnS3 server;

    @BeforeEach
    void start() throws IOException {
        configure();
        var s3 = new OwnS3(folder.resolve("server"), "source", "other");
        server = s3;
        s3.put("source", "logs/2026/b.ndjson", text("{\"k\":\"b\",\"n\":1}", "no JSON", "{\"k\":\"a\",\"n\":2}"));
        s3.put("source", "logs/2026/a.ndjson.gz", members(List.of("{\"k\":\"a\",\"n\":3}\n")));
        s3.put("source", "logs/c.zst", Zstd.compress(text("{\"k\":\"c\",\"n\":4}")));
        s3.put("source", "logs/.hidden/d", text("junk"));
        s3.put("source", "logs/empty", new byte[0]);
        s3.put("source", "logs-old/e", text("{\"k\":\"old\"}"));
    }

    @AfterEach
    void stop() {
        s3().close();
    }

    private OwnS3 s3() {
        return Objects.requireNonNull(server);
    }

    private Outcome fed(String command, String input, String... more) {
        List<String> all = new ArrayList<>(List.of(command, "--config", folder.resolve("stream.json").toString(),
                "--input", input));
        if (!command.equals("plan")) {
            all.addAll(List.of("--out", folder.resolve("out").toString()));
        }
        all.addAll(List.of(more));
        return s3().sluice(all.toArray(String[]::new));
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @Test
    void whatLiesBelowAFolderIsDeliveredAndVerified() throws IOException {
        Outcome run = fed("run", "s3://source/logs");
        assertEquals(0, run.status(), run.toString());
        assertEquals(List.of("{\"k\":\"a\",\"n\":2}", "{\"k\":\"a\",\"n\":3}", "{\"k\":\"b\",\"n\":1}",
                "{\"k\":\"c\",\"n\":4}"), delivered());
        assertTrue(flat(run.out()).contains("s3://source/logs/2026/b.ndjson, line 2"), run.out());
        assertTrue(flat(run.err()).contains("Of the input s3://source/logs, .hidden/d is left out"), run.err());
        Outcome verified = fed("verify", "s3://source/logs/");
        assertEquals(0, verified.status(), verified.toString());
        s3().put("source", "logs/2026/b.ndjson", text("{\"k\":\"b\",\"n\":1}", "no JSON", "{\"k\":\"a\",\"n\":9}"));
        assertEquals(1, fed("verify", "s3://source/logs").status());
    }

    @Test
    void anObjectOrABeginningOfKeysMeansThese() {
        Outcome one = fed("run", "s3://source/logs/c.zst");
        assertEquals(0, one.status(), one.toString());
        assertEquals(List.of("{\"k\":\"c\",\"n\":4}"), delivered());
        Outcome plan = fed("plan", "s3://source/logs*", "--json");
        assertEquals(0, plan.status(), plan.toString());
        assertTrue(plan.out().contains("\"recordsRejected\":1") || flat(plan.out()).contains("1 rejected")
                || plan.out().contains("rejected"), plan.out());
    }

    @Test
    void rowsAndArraysAreReadToo() {
        s3().put("source", "t/a.csv", text("k,n", "a,1"));
        Outcome rows = fed("run", "s3://source/t/", "--input-format", "csv");
        assertEquals(0, rows.status(), rows.toString());
        assertEquals(List.of("{\"k\":\"a\",\"n\":\"1\"}"), delivered());
        assertEquals(0, fed("verify", "s3://source/t/", "--input-format", "csv").status());
    }

    @Test
    void rowsOfParquetAreReadByRanges() throws IOException {
        MessageType schema = MessageTypeParser
                .parseMessageType("message m { required binary k (STRING); required int64 n; }");
        Path file = RowsOnDisk.write(folder.resolve("a.parquet"), schema, 3,
                (row, i) -> row.append("k", "a").append("n", (long) i));
        s3().put("source", "rows/a.parquet", Files.readAllBytes(file));
        Outcome run = fed("run", "s3://source/rows");
        assertEquals(0, run.status(), run.toString());
        assertEquals(List.of("{\"k\":\"a\",\"n\":0}", "{\"k\":\"a\",\"n\":1}", "{\"k\":\"a\",\"n\":2}"),
                delivered());
        Outcome verified = fed("verify", "s3://source/rows");
        assertEquals(0, verified.status(), verified.toString());
        Path other = RowsOnDisk.write(folder.resolve("b.parquet"), schema, 3,
                (row, i) -> row.append("k", "a").append("n", i == 2 ? 7L : (long) i));
        s3().put("source", "rows/a.parquet", Files.readAllBytes(other));
        Outcome replaced = fed("verify", "s3://source/rows");
        assertEquals(1, replaced.status(), replaced.toString());
        assertTrue(replaced.out().contains("lost: "), replaced.out());
    }

    private static byte[] zip(String... namesAndContents) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndContents[i]));
                zip.write(namesAndContents[i + 1].getBytes(UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void anArchiveIsAFolderToo() throws IOException {
        s3().put("source", "zipped/a.ZIP", zip("x/a.ndjson", "{\"k\":\"a\",\"n\":1}\nno JSON\n", "b.ndjson",
                "{\"k\":\"b\",\"n\":2}\n"));
        s3().put("source", "zipped/b.ndjson", text("{\"k\":\"b\",\"n\":3}"));
        s3().put("source", "zipped/text.zip", text("{\"k\":\"c\",\"n\":4}"));
        Outcome run = fed("run", "s3://source/zipped");
        assertEquals(0, run.status(), run.toString());
        assertEquals(List.of("{\"k\":\"a\",\"n\":1}", "{\"k\":\"b\",\"n\":2}", "{\"k\":\"b\",\"n\":3}",
                "{\"k\":\"c\",\"n\":4}"), delivered());
        assertTrue(flat(run.out()).contains("s3://source/zipped/a.ZIP!/x/a.ndjson, line 2"), run.out());
        Outcome verified = fed("verify", "s3://source/zipped");
        assertEquals(0, verified.status(), verified.toString());
    }

    @Test
    void ofADamagedArchiveTheCommandThatTestsItIsNamed() throws IOException {
        byte[] damaged = zip("a.ndjson", String.join("\n", lines(200)));
        damaged[80] ^= 1;
        s3().put("source", "damaged.zip", damaged);
        s3().put("source", "cut.zip", Arrays.copyOf(zip("a.ndjson", "{}"), 40));
        for (String name : List.of("damaged.zip", "cut.zip")) {
            Outcome run = fed("run", "s3://source/" + name);
            assertEquals(2, run.status(), run.toString());
            assertTrue(
                    flat(run.err()).contains("aws s3 cp 's3://source/" + name + "' '" + name + "' && unzip -t '" + name
                            + "'"),
                    run.err());
            assertFalse(Files.exists(folder.resolve("out")));
        }
    }

    @Test
    void initProposesAStreamForAnObject() {
        s3().put("source", "clicks.ndjson", text(lines(200)));
        Outcome init = s3().sluice("init", "--input", "s3://source/clicks.ndjson");
        assertEquals(0, init.status(), init.toString());
        assertTrue(init.out().contains("\"clicks\""), init.out());
    }

    @Test
    void errorsShowsErrorObjectsWhereTheyLie() throws IOException {
        run("no JSON", "{\"k\":\"a\"}");
        try (Stream<Path> tree = Files.walk(folder.resolve("out/data/errors"))) {
            s3().put("source", "errors/e", Files.readAllBytes(tree.filter(Files::isRegularFile).findFirst()
                    .orElseThrow()));
        }
        Outcome errors = s3().sluice("errors", "s3://source/errors/");
        assertEquals(0, errors.status(), errors.toString());
        assertTrue(errors.out().contains("\"object\":\"s3://source/errors/e\"") && errors.out().contains("no JSON"),
                errors.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            s3://nowhere/x      | The input s3://nowhere/x can't be listed: access is denied (AccessDenied, HTTP 403)
            s3://source/nothing | no object has that key or lies below it; aws s3 ls s3://source lists what there is
            s3://source/log     | begins with it, and 's3://source/log*' means every key that does
            s3://source/none/   | no object has that key or lies below it
            s3:///x             | names no bucket
            s3://a              | names no bucket
            s3://               | names no bucket
            gs://source/logs    | is an address of another kind than s3://BUCKET/KEY; download it, and name the file
            """)
    void anAddressThatMeansNothingIsNamedWithWhatToDo(String address, String said) {
        Outcome run = fed("run", address);
        assertEquals(2, run.status(), run.toString());
        assertTrue(flat(run.err()).contains(said), run.err());
        assertFalse(Files.exists(folder.resolve("out")));
    }

    @Test
    void withoutTheRightCredentialsNothingIsBegun() {
        OwnS3.useKey("somebody", "else");
        Outcome run = fed("run", "s3://source/logs");
        assertEquals(2, run.status(), run.toString());
        assertTrue(flat(run.err()).contains("The input s3://source/logs can't be listed: "), run.err());
        assertTrue(flat(run.err()).contains("credentials"), run.err());
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        Outcome run = Cli.run("run", "--config", folder.resolve("stream.json").toString(), "--input", "s3://source/x",
                "--s3", "http://127.0.0.1:1");
        assertTrue(run.status() != 0 && flat(run.err()).contains("the server can't be reached"), run.toString());
        Outcome wrong = Cli.run("init", "--input", "s3://source/x", "--s3", "127.0.0.1:1");
        assertEquals(2, wrong.status(), wrong.toString());
        assertTrue(flat(wrong.err()).contains("--s3 is no URL of a server"), wrong.err());
    }

    @Test
    void anArchiveOfAnotherNameIsRefusedWithTheCommandThatFetchesIt() throws IOException {
        s3().put("source", "a.data", zip("a.ndjson", "{\"k\":\"a\"}"));
        Outcome run = fed("run", "s3://source/a.data");
        assertEquals(2, run.status(), run.toString());
        assertTrue(flat(run.err()).contains("fetch it: aws s3 cp 's3://source/a.data' 'a.data'; then name that"),
                run.err());
    }

    @Test
    void aConfigurationInS3IsToldHowToGetIt() {
        Outcome check = Cli.run("check", "s3://source/stream.json");
        assertEquals(2, check.status(), check.toString());
        assertTrue(flat(check.err()).contains("s3://source/stream.json is an address, and configurations are read from"
                + " files of this machine"), check.err());
    }
}
