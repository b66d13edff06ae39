package io.sluice.flush;

import io.sluice.codec.ObjectFormat;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.LineFormat;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.StagedConversions;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.index.Buffer;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.CatalogTable;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.testkit.requests.CountingObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/// Deliveries whose records are converted when they are delivered: rows in one object, rejects in another.
@Isolated("counts temporary files, which others have, too")
final class ConvertedDeliveryTest {
    private static final CatalogTable TABLE = new CatalogTable(Optional.empty(), Optional.of("db"), Optional.of("t"),
            Optional.of("eu-west-1"), Optional.of("LATEST"));
    private static final String ROWS = "rows/";
    private static final String REJECTS = "errors/format-conversion-failed/";

    private final BufferInMemory buffer = new BufferInMemory();
    private FormatConversion conversion = conversion("int");
    private int runs;

    @Test
    void recordsThatFitAreInTheObjectAndTheOthersBesideIt() {
        stage("one", "{\"n\": 1}", "{\"n\": \"x\"}", "broken");
        buffer.now = buffer.now.plusMillis(1);
        stage("two", "{\"n\": 2}");
        FlushSummary summary = drain(buffer.data);
        assertEquals(Map.of(ROWS, "[1]\n[2]\nend\n"), under(ROWS));
        assertEquals(1, under(REJECTS).size());
        assertEquals(2, summary.objects());
        assertEquals(1, summary.errorObjects());
        assertEquals(4, summary.records());
        assertEquals(2, summary.rejected());
        assertTally(4, 2, 2, summary);
    }

    @Test
    void anErrorRecordIsFirehosesOwnEnvelope() {
        stage("one", "{\"n\": \"x\"}");
        drain(buffer.data);
        long arrival = BufferInMemory.NOON.toEpochMilli();
        assertEquals("{\"attemptsMade\":1,\"arrivalTimestamp\":" + arrival
                + ",\"lastErrorCode\":\"DataFormatConversion.MalformedData\",\"lastErrorMessage\":\"Data does not match"
                + " the schema. Column n of type int: found a string that is no number\",\"attemptEndingTimestamp\":"
                + arrival + ",\"rawData\":\"eyJuIjogIngifQ==\",\"sequenceNumber\":null,\"subSequenceNumber\":null,"
                + "\"dataCatalogTable\":{\"catalogId\":null,\"databaseName\":\"db\",\"tableName\":\"t\","
                + "\"region\":\"eu-west-1\",\"versionId\":\"LATEST\",\"catalogArn\":null}}\n",
                only(REJECTS));
    }

    @Test
    void whereNoRecordFitsThereIsNoObject() {
        stage("one", "1", "2");
        FlushSummary summary = drain(buffer.data);
        assertEquals(Map.of(), under(ROWS));
        assertEquals(1, summary.objects());
        assertEquals(1, summary.errorObjects());
        assertTally(2, 0, 2, summary);
    }

    /// A slice, or a run that died, may have written all there is to write: the next run sees it by HEAD.
    @Test
    void rejectsThatAreAllOfADeliverySettleItWithoutAnotherConversion() {
        stage("one", "1", "2");
        assertEquals(1, drain(refusing("", StoreException.Kind.UNAVAILABLE)).open());
        assertEquals(1,
                flusher(buffer.data).carryOut(new DeliverySlice("", Optional.empty()), Deadline.NONE).objects());
        assertTally(2, 0, 2, drain(refusing("", StoreException.Kind.UNAVAILABLE)));
    }

    @Test
    void rejectsThatAreAPartOfADeliveryDoNotSettleIt() {
        stage("one", "1", "{\"n\": 2}");
        assertEquals(1, drain(refusing(ROWS, StoreException.Kind.UNAVAILABLE)).open());
        assertEquals(1, drain(refusing(ROWS, StoreException.Kind.UNAVAILABLE)).open());
        assertTally(2, 1, 1, drain(buffer.data));
    }

    @Test
    void rejectsAreThereBeforeTheObjectIs() {
        stage("one", "{\"n\": 1}", "broken");
        StringBuilder order = new StringBuilder();
        drain(new CountingObjectStore(buffer.data, request -> order.append(request.startsWith("CREATE " + ROWS)
                ? "rows "
                : request.startsWith("CREATE " + REJECTS) ? "rejects " : "")));
        assertEquals("rejects rows ", order.toString());
    }

    /// The counts of an object that another attempt wrote are read back with it.
    @Test
    void anAttemptWhoseAnswersAreLostCountsTheSame() {
        stage("one", "{\"n\": 1}", "broken", "{\"n\": 2}");
        FlushSummary lost = drain(new LosingAnswers(buffer.data));
        assertTally(3, 2, 1, lost);
        assertEquals(Map.of(ROWS, "[1]\n[2]\nend\n"), under(ROWS));
    }

    @Test
    void aRunThatEndsBetweenTheTwoObjectsIsCarriedOn() {
        stage("one", "{\"n\": 1}", "broken", "{\"n\": 2}");
        drain(refusing(ROWS, StoreException.Kind.UNAVAILABLE));
        String rejects = only(REJECTS);
        assertEquals(Map.of(), under(ROWS));
        FlushSummary summary = drain(buffer.data);
        assertEquals(Map.of(ROWS, "[1]\n[2]\nend\n"), under(ROWS));
        assertEquals(rejects, only(REJECTS));
        assertTally(3, 2, 1, summary);
    }

    @Test
    void whereRejectsCannotBeWrittenNothingIsUntilTheyCan() {
        stage("one", "{\"n\": 1}", "broken");
        ObjectStore refusing = refusing(REJECTS, StoreException.Kind.REFUSED);
        FlushSummary refused = drain(refusing);
        assertEquals(1, refused.open());
        assertTrue(refused.problems().getFirst().contains("rejects: CREATE " + REJECTS), refused.problems()::toString);
        buffer.now = buffer.now.plus(Duration.ofHours(1));
        assertEquals(1, drain(refusing).open());
        assertEquals(Map.of(), under(ROWS));
        assertTally(2, 1, 1, drain(buffer.data));
        assertEquals(Map.of(ROWS, "[1]\nend\n"), under(ROWS));
    }

    /// Rejects of a delivery that is given up later are not written again among its other records.
    @Test
    void aDeliveryThatIsGivenUpLeavesEachRecordInOneErrorObject() {
        stage("one", "{\"n\": 1}", "broken", "{\"n\": 2}");
        ObjectStore refusing = refusing(ROWS, StoreException.Kind.REFUSED);
        drain(refusing);
        buffer.now = buffer.now.plus(Duration.ofMinutes(10));
        drain(refusing);
        buffer.now = buffer.now.plus(Duration.ofHours(1));
        FlushSummary summary = drain(refusing);
        assertTally(3, 0, 3, summary);
        assertEquals(1, only(REJECTS).lines().count());
        String given = only("errors/partitioning-failed/");
        assertEquals(2,
                given.lines().filter(line -> line.contains("\"errorCode\":\"Sluice.DeliveryRefused\"")).count());
        assertTrue(given.contains("eyJuIjogMX0=") && given.contains("eyJuIjogMn0="), given);
    }

    @Test
    void anObjectOfOtherRejectsStopsTheDelivery() {
        stage("one", "{\"n\": 1}", "broken");
        CountingObjectStore refusing = refusing("", StoreException.Kind.UNAVAILABLE);
        drain(refusing);
        String create = refusing.requests.stream().filter(each -> each.startsWith("CREATE " + REJECTS)).findFirst()
                .orElseThrow();
        buffer.data.create(new ObjectKey(create.substring("CREATE ".length())), Body.of(new byte[3]),
                new ObjectAttributes("", "another", 1));
        FlushSummary summary = drain(buffer.data);
        assertEquals(1, summary.open());
        assertTrue(summary.problems().getFirst().contains("an object of other rejects"), summary.problems()::toString);
        assertEquals(Map.of(), under(ROWS));
    }

    @Test
    void recordsAreConvertedAsTheyWereMeantToBeWhenTheyWereBuffered() {
        stage("one", "{\"n\": 1}");
        conversion = conversion("string");
        stage("two", "{\"n\": \"x\"}");
        FlushSummary summary = drain(buffer.data);
        assertTally(2, 2, 0, summary);
        assertEquals(2, buffer.data.contents().size(), "two formats make two objects");
    }

    @Test
    void aFlusherThatCannotConvertKeepsTheRecordsAndSaysSo() {
        stage("one", "{\"n\": 1}");
        FlushSummary summary = buffer.drain("no-converter");
        assertEquals(1, summary.open());
        assertTrue(summary.problems().getFirst().contains("this function has no converter"),
                summary.problems()::toString);
        assertTally(1, 1, 0, drain(buffer.data));
    }

    @Test
    void aConversionThatWasDeletedHoldsUpItsRecordsAlone() {
        stage("one", "{\"n\": 1}");
        ObjectKey key = StagedConversions.key("quakes", conversion.id());
        byte[] kept = buffer.staging.get(key);
        buffer.staging.delete(List.of(key));
        FlushSummary summary = drain(buffer.data);
        assertTrue(summary.problems().getFirst().contains("restore it"), summary.problems()::toString);
        buffer.staging.put(key, Body.of(kept));
        assertTally(1, 1, 0, drain(buffer.data));
    }

    @Test
    void noTemporaryFileIsLeft() throws IOException {
        stage("one", "{\"n\": 1}", "broken");
        long before = temporaryFiles();
        drain(refusing(ROWS, StoreException.Kind.UNAVAILABLE));
        drain(buffer.data);
        assertEquals(before, temporaryFiles());
    }

    private static long temporaryFiles() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("sluice-object-")).count();
        }
    }

    /// Lambda has 512 MB for files, and a reject's envelope is longer than most records.
    @Test
    void rejectsOfShortRecordsTakeLittleRoom() {
        String[] records = new String[10_000];
        Arrays.setAll(records, i -> "{\"n\": \"" + i + " is none\"}");
        stage("one", records);
        long[] bytes = new long[1];
        drain(new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE " + REJECTS)) {
                bytes[0] = temporaryBytes();
            }
        }));
        assertEquals(records.length, only(REJECTS).lines().count());
        assertTrue(bytes[0] > 0 && bytes[0] < 100L * records.length, "temporary files have " + bytes[0] + " bytes");
    }

    private static long temporaryBytes() {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("sluice-object-"))
                    .mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FormatConversion conversion(String type) {
        return new FormatConversion(FormatConversion.RULES, List.of(Column.of("n", ColumnType.parse(type))),
                Deserializer.OpenX.DEFAULT, ParquetSettings.DEFAULT, Optional.of(TABLE));
    }

    private void stage(String name, String... records) {
        RecordProcessor processor = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(),
                Optional.empty(), Optional.empty());
        new Ingest(new Ingest.IngestSettings(4, Optional.of(conversion), BufferInMemory.FILING), processor,
                () -> new PartitionBinder(PrefixExpression.parse(ROWS),
                        PrefixExpression.parse("errors/!{firehose:error-output-type}/"),
                        new ObjectFormat.Parquet(conversion.id()), KeyEncoding.VERBATIM),
                Delimiting.NEWLINE, new Buffer("quakes", buffer.staging, buffer.index))
                .accept(buffer.batch(name, records), Optional.empty());
    }

    private FlushSummary drain(ObjectStore data) {
        return flusher(data).flush("run" + runs++, Planner.Mode.DRAIN, Deadline.NONE);
    }

    private Flusher flusher(ObjectStore data) {
        return new Flusher(BufferInMemory.settings(), new Buffer("quakes", buffer.staging, buffer.index), data,
                Workers.sequential(), new StagedConversions("quakes", buffer.staging, new LineFormat()),
                () -> buffer.now);
    }

    private CountingObjectStore refusing(String prefix, StoreException.Kind kind) {
        return new CountingObjectStore(buffer.data, request -> {
            if (request.startsWith("CREATE " + prefix)) {
                throw new StoreException(kind, request + " is refused");
            }
        });
    }

    /// The text of the one object of a folder.
    private String only(String folder) {
        return under(folder).values().stream().findFirst().orElseThrow();
    }

    /// The text of each object by its folder; one of a folder.
    private Map<String, String> under(String folder) {
        Map<String, String> objects = new TreeMap<>();
        buffer.data.contents().forEach((key, bytes) -> {
            if (key.startsWith(folder)) {
                assertFalse(objects.containsKey(folder), key);
                objects.put(key.substring(0, key.lastIndexOf('/') + 1), new String(bytes, UTF_8));
                assertEquals(folder.equals(ROWS), key.endsWith(".parquet"), key);
            }
        });
        return objects;
    }

    private static void assertTally(long staged, long delivered, long rejected, FlushSummary summary) {
        assertEquals(staged, summary.tally().staged(), summary::toString);
        assertEquals(delivered, summary.tally().delivered(), summary::toString);
        assertEquals(rejected, summary.tally().rejected(), summary::toString);
        assertEquals(0, summary.open(), summary::toString);
    }
}
