package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Pipeline;
import io.sluice.codec.Compression;
import io.sluice.event.UploadEvent;
import io.sluice.index.Buffer;
import io.sluice.input.TextForm;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.requests.PassingSourceStore;
import io.sluice.testkit.wire.Gzip;
import io.sluice.upload.ObjectIntake;
import io.sluice.upload.ObjectIntake.Taken;
import io.sluice.upload.OwnOutput;
import io.sluice.upload.OwnOutputException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that others put into a bucket, from the notification to the stream's objects, by both functions.
final class UploadedObjectsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NONE_FAILED = "{\"batchItemFailures\":[]}";
    private static final Path CONFIGURATION = Path.of("..", "..", "events", "s3", "stream.json");

    private StreamInMemory stream;
    private int messages;

    @BeforeEach
    void open() throws IOException {
        stream = stream("ReportBatchItemFailures", true);
    }

    private static StreamInMemory stream(String setting, boolean value) throws IOException {
        ObjectNode configuration = (ObjectNode) JSON.readTree(CONFIGURATION.toFile());
        ((ObjectNode) configuration.at("/Sluice/Source")).put(setting, value);
        StreamInMemory stream = new StreamInMemory(configuration);
        stream.now = Instant.parse("2026-11-24T00:00:00Z");
        return stream;
    }

    private static String lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> line(n, "")).collect(Collectors.joining());
    }

    private static String line(int number, String pad) {
        return "{\"tenant\":\"t%d\",\"time\":\"2026-11-22T00:00:00Z\",\"n\":%d,\"pad\":\"%s\"}\n".formatted(number % 3,
                number, pad);
    }

    private void drop(String key, byte[] content) {
        stream.ports.droppedBucket.put(new ObjectKey(key), Body.of(content));
    }

    private static ObjectNode notice(String bucket, String key, String etag) {
        ObjectNode event = JSON.createObjectNode();
        ObjectNode record = event.putArray("Records").addObject().put("eventSource", "aws:s3")
                .put("eventName", "ObjectCreated:Put").put("eventTime", "2026-11-22T12:00:00.000Z");
        ObjectNode s3 = record.putObject("s3");
        s3.putObject("bucket").put("name", bucket);
        s3.putObject("object").put("key", URLEncoder.encode(key, UTF_8)).put("eTag", etag);
        return event;
    }

    /// As it is now.
    private ObjectNode notice(String key) {
        return notice("uploads", key, new MemorySourceStore(stream.ports.droppedBucket).version(new ObjectKey(key))
                .orElseThrow().etag());
    }

    private ObjectNode queue(JsonNode... bodies) {
        ObjectNode event = JSON.createObjectNode();
        var records = event.putArray("Records");
        for (JsonNode body : bodies) {
            records.addObject().put("messageId", "m" + ++messages).put("receiptHandle", "r")
                    .put("body", body.isTextual() ? body.asText() : body.toString()).put("eventSource", "aws:sqs")
                    .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:uploads")
                    .putObject("attributes").put("SentTimestamp", "1795348800000");
        }
        return event;
    }

    private String answer(JsonNode event) throws IOException {
        return new String(stream.transform(event.toString().getBytes(UTF_8)), UTF_8);
    }

    private List<String> delivered() throws IOException {
        stream.drain();
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, byte[]> object : stream.objects().entrySet()) {
            if (!object.getKey().startsWith("errors/")) {
                lines.addAll(DeliveredObject.of(object.getKey(), object.getValue(), "uploads", Compression.GZIP).text()
                        .lines().toList());
            }
        }
        return lines.stream().sorted().toList();
    }

    private List<JsonNode> errors() throws IOException {
        stream.drain();
        List<JsonNode> errors = new ArrayList<>();
        for (Map.Entry<String, byte[]> object : stream.objects().entrySet()) {
            if (object.getKey().startsWith("errors/")) {
                for (String line : DeliveredObject.of(object.getKey(), object.getValue(), "uploads", Compression.GZIP)
                        .text().lines().toList()) {
                    errors.add(JSON.readTree(line));
                }
            }
        }
        return errors;
    }

    private void assertDelivered(String content) throws IOException {
        assertEquals(content.lines().sorted().toList(), delivered());
    }

    @Test
    void whatIsInAnObjectLandsOnceHoweverItIsSaidAndHoweverOften() throws IOException {
        drop("in/a b+c", lines(0, 10).getBytes(UTF_8));
        ObjectNode direct = notice("in/a b+c");
        ObjectNode bridged = JSON.createObjectNode().put("source", "aws.s3").put("detail-type", "Object Created")
                .put("time", "2026-11-22T12:00:01Z");
        ObjectNode detail = bridged.putObject("detail");
        detail.putObject("bucket").put("name", "uploads");
        detail.putObject("object").put("key", "in/a b+c").set("etag", direct.at("/Records/0/s3/object/eTag"));
        for (int attempt = 0; attempt < 2; attempt++) {
            assertEquals(NONE_FAILED, answer(direct));
            assertEquals(NONE_FAILED, answer(bridged));
            assertEquals(NONE_FAILED, answer(queue(direct, bridged, direct)));
            stream.drain();
        }
        assertDelivered(lines(0, 10));
        assertEquals(List.of(), errors());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2Fb", "%", "+", " ", "a+b c", "ünïcode/日本語", "😀", "a&b=c?d#e", "x\"y\\z", "a/./../b",
            "tab\tkey", "100%25", "~!*'()"})
    void anyKeyIsFound(String key) throws IOException {
        drop(key, lines(0, 2).getBytes(UTF_8));
        assertEquals(NONE_FAILED, answer(notice(key)));
        assertDelivered(lines(0, 2));
    }

    @Test
    void gzipAndPlainTextAreReadAsTheyAre() throws IOException {
        drop("plain.gz", lines(0, 5).getBytes(UTF_8));
        drop("packed", Gzip.of(lines(5, 10).getBytes(UTF_8)));
        assertEquals(NONE_FAILED, answer(queue(notice("plain.gz"), notice("packed"))));
        assertDelivered(lines(0, 10));
    }

    @Test
    void emptyObjectsFoldersAndTestMessagesAreAnsweredAndLeaveNothing() throws IOException {
        drop("empty", new byte[0]);
        drop("folder/", new byte[0]);
        ObjectNode test = JSON.createObjectNode().put("Service", "Amazon S3").put("Event", "s3:TestEvent");
        assertEquals(NONE_FAILED, answer(queue(notice("empty"), notice("folder/"), test)));
        assertEquals(NONE_FAILED, answer(test));
        assertDelivered("");
        assertEquals(List.of(), errors());
    }

    @Test
    void aVersionThatWasOverwrittenIsToldAndTheNewOneLands() throws IOException {
        drop("a", lines(0, 3).getBytes(UTF_8));
        ObjectNode first = notice("a");
        drop("a", lines(3, 6).getBytes(UTF_8));
        assertEquals(NONE_FAILED, answer(queue(notice("a"), first, first)));
        assertDelivered(lines(3, 6));
        assertEquals("Sluice.ObjectChanged", errors().getFirst().path("errorCode").asText());
        JsonNode raw = JSON.readTree(Base64.getDecoder().decode(errors().getFirst().path("rawData").asText()));
        assertEquals("uploads", raw.path("bucket").asText());
        assertEquals(first.at("/Records/0/s3/object/eTag"), raw.path("eTag"));
        assertEquals(1, errors().size(), "once, however often it is said");
    }

    /// Each says what became of a version of its own, though object, code and most of the words are the same.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachVersionThatWasOverwrittenIsTold(boolean deliveredBetween) throws IOException {
        drop("a", lines(0, 3).getBytes(UTF_8));
        ObjectNode first = notice("a");
        drop("a", lines(3, 6).getBytes(UTF_8));
        ObjectNode second = notice("a");
        drop("a", lines(6, 9).getBytes(UTF_8));
        assertEquals(NONE_FAILED, answer(queue(first)));
        if (deliveredBetween) {
            stream.drain();
        }
        assertEquals(NONE_FAILED, answer(queue(second, first, notice("a"), second)));
        assertDelivered(lines(6, 9));
        List<String> told = new ArrayList<>();
        for (JsonNode error : errors()) {
            told.add(JSON.readTree(Base64.getDecoder().decode(error.path("rawData").asText())).path("eTag").asText());
        }
        assertEquals(Stream.of(first, second).map(each -> each.at("/Records/0/s3/object/eTag").asText()).sorted()
                .toList(), told.stream().sorted().toList());
    }

    @Test
    void anObjectThatIsGoneIsTold() throws IOException {
        assertEquals(NONE_FAILED, answer(notice("uploads", "gone", "e")));
        assertEquals("Sluice.ObjectGone", errors().getFirst().path("errorCode").asText());
        assertTrue(errors().getFirst().path("errorMessage").asText().startsWith("s3://uploads/gone is gone"));
    }

    @Test
    void whatIsWholeOfADamagedObjectLandsAndTheRestIsAnErrorRecord() throws IOException {
        byte[] whole = Gzip.of(lines(0, 5_000).getBytes(UTF_8));
        drop("cut", Arrays.copyOf(whole, whole.length / 2));
        assertEquals(NONE_FAILED, answer(queue(notice("cut"), notice("cut"))));
        List<String> delivered = delivered();
        assertTrue(delivered.size() > 100 && delivered.size() < 5_000, delivered.size() + " lines");
        assertEquals(lines(0, delivered.size()).lines().sorted().toList(), delivered);
        assertEquals(1, errors().size());
        assertEquals("Sluice.ObjectDamaged", errors().getFirst().path("errorCode").asText());
        assertTrue(Base64.getDecoder().decode(errors().getFirst().path("rawData").asText()).length > 0);
    }

    @Test
    void aFormatThatNobodyReadsIsToldByItsName() throws IOException {
        drop("x.parquet", "PAR1 and more".getBytes(UTF_8));
        drop("wide", "{}\n".repeat(40).getBytes(java.nio.charset.StandardCharsets.UTF_16LE));
        assertEquals(NONE_FAILED, answer(queue(notice("x.parquet"), notice("wide"), notice("x.parquet"))));
        assertEquals(2, errors().size());
        errors().forEach(error -> assertEquals("Sluice.ObjectUnreadable", error.path("errorCode").asText()));
        assertDelivered("");
    }

    /// An object that the stream wrote would be read and written again, without an end.
    @ParameterizedTest
    @ValueSource(strings = {"data uploads/tenant=a/date=2026-11-22/x", "data errors/processing-failed/x",
            "staging any"})
    void anObjectOfTheStreamsOwnIsRefusedByName(String name) throws IOException {
        String[] place = name.split(" ", -1);
        var refused = assertThrows(OwnOutputException.class, () -> answer(notice(place[0], place[1], "e")));
        assertTrue(String.valueOf(refused.getMessage()).contains("s3://" + place[0] + "/" + place[1]),
                refused.getMessage());
        drop("a", lines(0, 2).getBytes(UTF_8));
        assertEquals("{\"batchItemFailures\":[{\"itemIdentifier\":\"m1\"}]}",
                answer(queue(notice(place[0], place[1], "e"), notice("a"))));
        assertEquals(List.of(), errors());
    }

    @Test
    void anotherFolderOfTheDataBucketIsRead() throws IOException {
        stream.ports.dataBucket.put(new ObjectKey("landing/a"), Body.of(lines(0, 2).getBytes(UTF_8)));
        assertEquals(NONE_FAILED, answer(notice("data", "landing/a", new MemorySourceStore(stream.ports.dataBucket)
                .version(new ObjectKey("landing/a")).orElseThrow().etag())));
        assertEquals(2, stream.drain().path("records").asInt());
    }

    /// The others of its batch are taken, and the answer names it alone.
    @Test
    void aMessageThatFailsComesAgainByItself() throws IOException {
        drop("a", lines(0, 2).getBytes(UTF_8));
        drop("b", lines(2, 4).getBytes(UTF_8));
        unreadable("a");
        ObjectNode event = queue(notice("a"), JSON.getNodeFactory().textNode("no notification"), notice("b"));
        assertEquals("{\"batchItemFailures\":[{\"itemIdentifier\":\"m1\"},{\"itemIdentifier\":\"m2\"}]}",
                answer(event));
        assertDelivered(lines(2, 4));
        stream.ports.beforeDropped = store -> store;
        assertEquals("{\"batchItemFailures\":[{\"itemIdentifier\":\"m2\"}]}", answer(event));
        assertDelivered(lines(0, 4));
    }

    /// Lambda counts no error where an answer is given, whatever is in it.
    @Test
    void whereAllMessagesFailTheInvocationDoesAndEachFailureIsCounted() throws IOException {
        drop("a", lines(0, 2).getBytes(UTF_8));
        drop("b", lines(2, 4).getBytes(UTF_8));
        unreadable("a");
        assertThrows(StoreException.class, () -> answer(queue(notice("a"))));
        assertThrows(StoreException.class, () -> answer(queue(notice("a"), JSON.getNodeFactory().textNode("no"))));
        assertEquals(List.of(1, 2), notTaken());
        answer(queue(notice("a"), notice("b")));
        assertEquals(List.of(1, 2, 1), notTaken());
        stream.ports.beforeDropped = store -> store;
        assertEquals(NONE_FAILED, answer(queue(notice("a"), notice("b"))));
        assertEquals(List.of(1, 2, 1), notTaken(), "nothing is written where nothing failed");
        assertDelivered(lines(0, 4));
    }

    /// Its message comes again, and nobody is to be called for it.
    @Test
    void anObjectThatIsOnlyBegunIsNoFailure() throws IOException {
        String pad = "x".repeat(5_000);
        drop("large", Gzip.of(IntStream.range(0, 2_100).mapToObj(n -> line(n, pad)).collect(Collectors.joining())
                .getBytes(UTF_8)));
        stream.remaining = Duration.ofSeconds(5);
        assertEquals("{\"batchItemFailures\":[{\"itemIdentifier\":\"m1\"}]}", answer(queue(notice("large"))));
        assertEquals(List.of(), notTaken());
        stream.remaining = Duration.ofMinutes(5);
        assertEquals(NONE_FAILED, answer(queue(notice("large"))));
    }

    private List<Integer> notTaken() throws IOException {
        List<Integer> counts = new ArrayList<>();
        for (String line : stream.lines) {
            JsonNode count = JSON.readTree(line).path("ObjectsNotTaken");
            if (count.isInt()) {
                counts.add(count.asInt());
            }
        }
        return counts;
    }

    @Test
    void whereTheMappingTakesNoPartialAnswerTheInvocationFailsAndAllComesAgain() throws IOException {
        stream = stream("ReportBatchItemFailures", false);
        drop("a", lines(0, 2).getBytes(UTF_8));
        drop("b", lines(2, 4).getBytes(UTF_8));
        unreadable("a");
        ObjectNode event = queue(notice("a"), notice("b"));
        assertThrows(StoreException.class, () -> answer(event));
        stream.ports.beforeDropped = store -> store;
        assertEquals(NONE_FAILED, answer(event));
        assertDelivered(lines(0, 4));
    }

    private void unreadable(String key) {
        stream.ports.beforeDropped = store -> new PassingSourceStore(store) {
            @Override
            public byte[] read(SourceObject object, ByteRange range) {
                if (object.key().value().equals(key)) {
                    throw new StoreException(StoreException.Kind.REFUSED, "InvalidObjectState: it is in Glacier");
                }
                return super.read(object, range);
            }
        };
    }

    /// Attempts at an object that break off after every number of reads, and one that goes through.
    @Test
    void anObjectThatIsReadInSeveralAttemptsLandsOnce() throws IOException {
        String pad = "x".repeat(20_000);
        String content = IntStream.range(0, 900).mapToObj(n -> line(n, pad)).collect(Collectors.joining());
        drop("large", content.getBytes(UTF_8));
        int[] left = {0};
        stream.ports.beforeDropped = store -> new PassingSourceStore(store) {
            @Override
            public byte[] read(SourceObject object, ByteRange range) {
                if (left[0]-- == 0) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "the connection broke");
                }
                return super.read(object, range);
            }
        };
        int failed = 0;
        while (true) {
            left[0] = failed;
            try {
                assertEquals(NONE_FAILED, answer(queue(notice("large"))));
                break;
            } catch (StoreException e) {
                failed++;
            }
        }
        assertEquals(3, failed, "its first bytes, and two ranges");
        assertDelivered(content);
    }

    /// Each attempt has time for one part more than is staged.
    private static StreamInMemory streamOfDocuments() throws IOException {
        ObjectNode configuration = (ObjectNode) JSON.readTree(CONFIGURATION.toFile());
        ((ObjectNode) configuration.get("Sluice")).putObject("RecordsAt").put("Path", ".Records[]").putArray("Parent")
                .add("account");
        StreamInMemory stream = new StreamInMemory(configuration);
        stream.now = Instant.parse("2026-11-24T00:00:00Z");
        return stream;
    }

    private static String element(int number, String end) {
        return line(number, "").strip().replace("}", end + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s,%s", "\n  %s,\n  %s\n", "%s,\r\n\r\n%s"})
    void theElementsOfAnObjectsDocumentsLandOnceWhereverItsLinesEnd(String array) throws IOException {
        stream = streamOfDocuments();
        String document = "{\"account\":7, \"Records\": [" + array.formatted(element(0, ""), element(1, "")) + "]}";
        String other = "{\n  \"Records\": [" + array.formatted(element(2, ""), element(3, "")) + "]\n}";
        String broken = "{\"Records\":[" + element(4, "");
        String none = "{\"records\":[]}";
        drop("trail", Gzip.of(String.join("\n", document, broken, other, none, "{\"Records\":[]}", document)
                .getBytes(UTF_8)));
        for (int attempt = 0; attempt < 2; attempt++) {
            assertEquals(NONE_FAILED, answer(queue(notice("trail"), notice("trail"))));
        }
        String own = ",\"account\":7";
        assertEquals(Stream.of(element(0, own), element(0, own), element(1, own), element(1, own), element(2, ""),
                element(3, "")).sorted().toList(), delivered());
        assertEquals(List.of(none, broken), errors().stream()
                .map(error -> new String(Base64.getDecoder().decode(error.get("rawData").asText()), UTF_8)).sorted()
                .toList().reversed());
    }

    /// Documents of which one begins each part, and one that is longer than a part.
    @Test
    void largeDocumentsOfAnObjectArePartsAndStagedOnce() throws IOException {
        stream = streamOfDocuments();
        String pad = "x".repeat(10_000);
        List<String> documents = new ArrayList<>();
        for (int document = 0; document < 3; document++) {
            int from = document * 450;
            documents.add(IntStream.range(from, from + 450).mapToObj(n -> line(n, pad).strip())
                    .collect(Collectors.joining(",\n", "{\"Records\":[\n", "]}")));
        }
        drop("large", String.join("\n", documents).getBytes(UTF_8));
        assertEquals(NONE_FAILED, answer(notice("large")));
        assertEquals(NONE_FAILED, answer(notice("large")));
        assertDelivered(IntStream.range(0, 1_350).mapToObj(n -> line(n, pad)).collect(Collectors.joining()));
        assertEquals(List.of(), errors());
    }

    private ObjectIntake objects(TextForm form) {
        Buffer buffer = new Buffer("uploads", stream.ports.staging(), stream.ports.index());
        Pipeline pipeline = new Pipeline(stream.stream.configuration(), () -> stream.now);
        return new ObjectIntake(new OwnOutput("data", "staging", List.of()), stream.ports.uploads(), form,
                _ -> pipeline.ingest(buffer));
    }

    /// What was staged line by line is no part of the documents.
    @Test
    void anObjectThatIsGoneOnWithAsDocumentsLosesNoneOfThem() throws IOException {
        stream = streamOfDocuments();
        String pad = "x".repeat(20_000);
        String content = IntStream.range(0, 450).mapToObj(n -> line(n, pad)).collect(Collectors.joining());
        drop("large", ("{\"Records\":[\n" + content.strip().replace("}\n", "},\n") + "]}").getBytes(UTF_8));
        var notice = new UploadEvent("uploads", new ObjectKey("large"), Optional.empty(), Optional.empty(),
                stream.now);
        AtomicInteger left = new AtomicInteger(1);
        assertEquals(Taken.Begun.class, objects(TextForm.LINES).take(notice,
                () -> left.getAndDecrement() > 0 ? Duration.ofMinutes(1) : Duration.ofSeconds(19), Optional.empty())
                .getClass());
        assertEquals(Taken.Whole.class,
                objects(TextForm.DOCUMENTS).take(notice, () -> Duration.ofMinutes(1), Optional.empty()).getClass());
        List<String> delivered = delivered();
        assertEquals(List.of(), content.lines().filter(each -> !delivered.contains(each)).toList());
    }

    @Test
    void anObjectThatTakesLongerThanAnInvocationIsGoneOnWithByTheNext() throws IOException {
        String pad = "x".repeat(5_000);
        String content = IntStream.range(0, 2_100).mapToObj(n -> line(n, pad)).collect(Collectors.joining());
        drop("large", Gzip.of(content.getBytes(UTF_8)));
        var notice = new UploadEvent("uploads", new ObjectKey("large"), Optional.empty(), Optional.empty(),
                stream.now);
        ObjectIntake objects = objects(TextForm.LINES);
        for (int parts = 0; parts <= 3; parts++) {
            AtomicInteger left = new AtomicInteger(parts);
            Taken taken = objects.take(notice,
                    () -> left.getAndDecrement() > 0 ? Duration.ofMinutes(1) : Duration.ofSeconds(19),
                    Optional.empty());
            assertEquals(parts == 3 ? Taken.Whole.class : Taken.Begun.class, taken.getClass(), "after " + parts);
            assertEquals(parts == 0, taken.summary().records() == 0);
            assertEquals(parts <= 1, taken.summary().repeated() == 0);
        }
        assertDelivered(content);
        stream.now = stream.now.plus(Duration.ofDays(30));
        assertEquals(NONE_FAILED, answer(notice("large")));
        assertDelivered(content);
    }

    @Test
    void anObjectThatIsOverwrittenWhileItIsReadIsToldWithWhatWasRead() throws IOException {
        String pad = "x".repeat(20_000);
        String content = IntStream.range(0, 900).mapToObj(n -> line(n, pad)).collect(Collectors.joining());
        drop("large", content.getBytes(UTF_8));
        ObjectNode notice = notice("large");
        stream.ports.beforeDropped = store -> new PassingSourceStore(store) {
            @Override
            public byte[] read(SourceObject object, ByteRange range) {
                if (range.offset() > 0) {
                    throw new SourceChangedException(object.key(), "has changed");
                }
                return super.read(object, range);
            }
        };
        assertEquals(NONE_FAILED, answer(notice));
        List<String> delivered = delivered();
        assertTrue(delivered.size() > 100, delivered.size() + " lines");
        assertEquals(delivered.size(), delivered.stream().distinct().count());
        assertEquals("Sluice.ObjectChanged", errors().getFirst().path("errorCode").asText());
    }
}
