package io.sluice.local.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.input.InputSources;
import io.sluice.local.input.Reading;
import io.sluice.local.input.RowsOnDisk;
import io.sluice.local.report.RunCounts;
import io.sluice.local.server.DirectServices;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.LocalServices;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that ends in the middle of a CSV file, an array, a Parquet file or a bzip2 stream, and is taken up again,
/// delivers every record once, and rejects once what is none; whether servers or calls take it up.
@Tag("long")
final class FormatResumeTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int RECORDS = 40;
    private static final byte[] CONFIGURATION = """
            {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
              "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::data","Prefix":"all/",
              "ErrorOutputPrefix":"errors/","BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":60},
              "ProcessingConfiguration":{"Enabled":true,"Processors":[{"Type":"AppendDelimiterToRecord"}]}}}
            """.getBytes(UTF_8);
    private static final StreamConfiguration STREAM = ConfigurationParser.parse(CONFIGURATION).configuration()
            .orElseThrow();

    @TempDir
    private Path folder = Path.of("");
    private final List<String> texts = new ArrayList<>();
    private int runs;

    /// Forty texts of 250 kB: four batches.
    @BeforeEach
    void texts() {
        Random random = new Random(3);
        for (int i = 0; i < RECORDS; i++) {
            byte[] bytes = new byte[125_000];
            random.nextBytes(bytes);
            texts.add(HexFormat.of().formatHex(bytes));
        }
    }

    private OutFolder out() {
        return OutFolder.of(folder.resolve("out").toString());
    }

    private RunCounts run(Reading reading, Run.Start start, long endingAfter) throws IOException {
        Workspace workspace = start == Run.Start.NEW ? Workspace.create(out(), "data") : Workspace.resume(out());
        RunSettings settings = new RunSettings(STREAM, CONFIGURATION,
                InputSources.find(List.of(folder.resolve("in").toString()), InputStream.nullInputStream(), _ -> {}),
                RunSettings.Content.RECORDS, reading, OptionalInt.empty(), Optional.empty());
        try (workspace; LocalServices services = services(workspace)) {
            return Run.execute(settings, workspace, services, start, NOW, new Progress() {
                @Override
                public void at(long fed, long bytes, long activePartitions, long objects) {
                    if (fed >= endingAfter) {
                        throw new IllegalStateException("pulled the plug");
                    }
                }

                @Override
                public void warning(String text) {}
            });
        }
    }

    /// Each time the other ones: what calls left, servers go on with, and the other way round.
    private LocalServices services(Workspace workspace) {
        boolean served = runs++ % 2 == 1;
        return served
                ? EmbeddedServices.start(folder.resolve("out"), workspace.state(), "data")
                : DirectServices.start(folder.resolve("out"), workspace.state(), "data");
    }

    private List<String> lines(String prefix) throws IOException {
        List<String> lines = new ArrayList<>();
        Path below = out().resolve("data").resolve(prefix);
        try (Stream<Path> files = Files.exists(below) ? Files.walk(below) : Stream.empty()) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines.stream().sorted().toList();
    }

    private void assertOnce(Reading reading, List<String> records, int rejected) throws IOException {
        assertThrows(IllegalStateException.class, () -> run(reading, Run.Start.NEW, 15));
        assertThrows(IllegalStateException.class, () -> run(reading, Run.Start.RESUMED, 25));
        RunCounts counts = run(reading, Run.Start.RESUMED, Long.MAX_VALUE);
        assertEquals(records.stream().sorted().toList(), lines("all"));
        assertEquals(rejected, lines("errors").size());
        assertEquals(records.size() + rejected, counts.recordsIn());
        assertEquals(rejected, counts.recordsRejected());
        assertTrue(counts.balances());
    }

    private List<String> objects() {
        return texts.stream().map(text -> "{\"n\":\"" + text.substring(0, 4) + "\",\"x\":\"" + text + "\"}").toList();
    }

    /// One row in ten does not fit: of a stream without a query nothing else would reject it.
    @Test
    void rowsUnderAHeaderAreDeliveredOnce() throws IOException {
        List<String> rows = new ArrayList<>(List.of("n,x"));
        List<String> fitting = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            String text = texts.get(i);
            boolean fits = i % 10 != 7;
            rows.add(text.substring(0, 4) + ",\"" + text + (fits ? "\"" : "\",more"));
            if (fits) {
                fitting.add(objects().get(i));
            }
        }
        Files.write(folder.resolve("in"), rows);
        assertOnce(Reading.cells(',', Map.of()), fitting, 4);
    }

    @Test
    void elementsOfAnArrayAreDeliveredOnce() throws IOException {
        runs++;
        Files.writeString(folder.resolve("in"), "[" + String.join(",\n", objects()) + "]");
        assertOnce(Reading.ARRAY, objects(), 0);
    }

    @Test
    void rowsOfParquetAreDeliveredOnce() throws IOException {
        RowsOnDisk.write(folder.resolve("in"), MessageTypeParser
                .parseMessageType("message m { required binary n (STRING); required binary x (STRING); }"), RECORDS,
                (row, number) -> row.append("n", texts.get(number).substring(0, 4)).append("x", texts.get(number)));
        assertOnce(Reading.RECORDS, objects(), 0);
    }

    @Test
    void linesInBzip2AreDeliveredOnce() throws IOException {
        try (OutputStream bzip2 = new BZip2CompressorOutputStream(Files.newOutputStream(folder.resolve("in")))) {
            bzip2.write((String.join("\n", objects()) + "\n").getBytes(UTF_8));
        }
        assertOnce(Reading.RECORDS, objects(), 0);
    }

    @Test
    void aRunIsNotTakenUpWithAnotherReading() throws IOException {
        Files.writeString(folder.resolve("in"), "[" + String.join(",\n", objects()) + "]");
        assertThrows(IllegalStateException.class, () -> run(Reading.ARRAY, Run.Start.NEW, 15));
        UsageException refused = assertThrows(UsageException.class,
                () -> run(Reading.RECORDS, Run.Start.RESUMED, Long.MAX_VALUE));
        assertTrue(refused.getMessage().contains("was begun with another reading"), refused.getMessage());
    }
}
