package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.UsageException;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.Record;

/// What was acknowledged is delivered once, however servers end and begin, and however often clients try again.
@Tag("long")
final class RestartTest {
    @Test
    void whatWasAcknowledgedBeforeAStopIsDeliveredAfterTheNextStart(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            assertEquals(List.of(), served.serve().stop(Serve.AtEnd.STAGE));
        }
        try (Served served = Served.on(out)) {
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"b\"}")));
            served.post("/_sluice/flush");
            assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}"), "k=b", List.of("{\"k\":\"b\"}")),
                    served.lines("data"));
        }
    }

    /// Without its file a stream looks like one whose creation was cut short; what it took is not to go with that.
    @Test
    void aStreamWhoseFileIsGoneOrEmptyIsKept(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            create(served.client, out);
            served.client.putRecord(put -> put.deliveryStreamName("s").record(Served.record("{\"n\":1}")));
        }
        Path file;
        try (var folders = Files.list(out.resolve(".sluice-serve/streams"))) {
            file = folders.findFirst().orElseThrow().resolve("stream.json");
        }
        byte[] whole = Files.readAllBytes(file);
        Files.delete(file);
        var gone = assertThrows(UsageException.class, () -> Served.on(out));
        assertTrue(String.valueOf(gone.getMessage()).contains(file + " is gone, and the stream has taken 1 records"),
                gone.toString());
        Files.write(file, new byte[0]);
        var empty = assertThrows(UsageException.class, () -> Served.on(out));
        assertTrue(String.valueOf(empty.getMessage()).contains("restore it from a copy"), empty.toString());
        Files.write(file, whole);
        try (Served served = Served.on(out)) {
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(List.of("{\"n\":1}"), served.lines("data").values().stream().flatMap(List::stream).toList());
        }
    }

    /// A file stands where the bucket has to be, as a disk may refuse anything.
    @Test
    void aFlushThatCantWriteSaysWhyAndTheNextOneDelivers(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt(), "it is ready");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            Path bucket = out.resolve("data");
            Files.delete(bucket);
            Files.createFile(bucket);
            var refused = served.post("/_sluice/flush");
            assertEquals(500, refused.path("status").asInt(), refused.toString());
            assertTrue(refused.at("/body/s/problems/0").asText().contains("data"), refused.toString());
            Files.delete(bucket);
            Files.createDirectory(bucket);
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), served.lines("data"));
        }
    }

    /// Told done, it would be found done by whoever asks again, and never be.
    @Test
    void anUpdateThatFailsChangesNothingAndTheSameAgainIsCarriedOut(@TempDir Path out) throws Exception {
        Path inTheWay = Files.writeString(out.resolve("second"), "a file");
        try (Served served = Served.on(out)) {
            served.createByKey("s", "first");
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt(), "it is ready");
            assertThrows(SdkException.class, () -> move(served.client));
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            Files.delete(inTheWay);
            move(served.client);
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"b\"}")));
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), served.lines("first"));
            assertEquals(Map.of("k=b", List.of("{\"k\":\"b\"}")), served.lines("second"));
        }
    }

    private static void move(FirehoseClient client) {
        client.updateDestination(each -> each.deliveryStreamName("s").currentDeliveryStreamVersionId("1")
                .destinationId("destinationId-000000000001")
                .extendedS3DestinationUpdate(s3 -> s3.bucketARN("arn:aws:s3:::second")));
    }

    @Test
    void aServerOnStandardErrorSaysNothingOfTheLibrariesThatItHas(@TempDir Path folder) throws Exception {
        Process process = ServeProcess.logged(folder.resolve("out"), folder.resolve("log"));
        try (FirehoseClient client = Served.client(ServeProcess.uri(process), "local", "local")) {
            create(client, folder.resolve("out"));
            client.putRecord(put -> put.deliveryStreamName("s").record(Served.record("{\"n\":1}")));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals("", Files.readString(folder.resolve("log")));
    }

    @Test
    void drainedAtTheEndAllIsDelivered(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            assertEquals(List.of(), served.serve().stop(Serve.AtEnd.DELIVER));
        }
        assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), Served.lines(out, "data"));
    }

    /// A third of the answers is lost, a third of the calls and of the records refused; clients do as clients do.
    @Test
    void throughLostAnswersAndRefusalsEachRecordLandsOnce(@TempDir Path out) throws Exception {
        Set<String> expected = new TreeSet<>();
        try (Served served = Served.on(Served.settings(out, new DeliberateFaults(0.2, 0.3, 0.2, 7), 1));
                FirehoseClient client = NeverGivesUp.client(served.uri())) {
            served.createByKey("s", "data");
            for (int batch = 0; batch < 40; batch++) {
                List<Record> records = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    String text = "{\"k\":\"a\",\"n\":" + (batch * 10 + i) + "}";
                    expected.add(text);
                    records.add(Served.record(text));
                }
                putAll(client, records);
            }
            served.post("/_sluice/flush");
            assertEquals(List.copyOf(expected), served.lines("data").get("k=a"));
        }
    }

    /// Sends again what failed. A call whose every attempt failed would be of unknown outcome: this client never gives
    /// up.
    private static void putAll(FirehoseClient client, List<Record> records) {
        List<Record> left = records;
        while (!left.isEmpty()) {
            List<Record> sent = left;
            var answer = client.putRecordBatch(each -> each.deliveryStreamName("s").records(sent));
            left = new ArrayList<>();
            for (int i = 0; i < sent.size(); i++) {
                if (answer.requestResponses().get(i).errorCode() != null) {
                    left.add(sent.get(i));
                }
            }
        }
    }

    @Test
    void aFolderThatIsInUseIsRefusedAndSoIsAPort(@TempDir Path out, @TempDir Path other) {
        try (Served served = Served.on(out)) {
            var folder = assertThrows(UsageException.class, () -> Served.on(out));
            assertTrue(String.valueOf(folder.getMessage()).contains("is using the folder " + out),
                    String.valueOf(folder));
            ServeSettings free = Served.settings(other, DeliberateFaults.NONE, 1);
            var taken = new ServeSettings(free.out(), free.configurations(), free.address(), served.uri().getPort(),
                    free.security(), free.hosts(), free.keys(), free.journalBytes(), 1, free.faults(), free.reset(),
                    free.outside());
            var port = assertThrows(UsageException.class, () -> Served.on(taken));
            assertTrue(String.valueOf(port.getMessage()).contains("--port"), String.valueOf(port));
        }
    }

    /// As when there are no file descriptors left at a stream's creation, or no memory for a message about it.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamWhoseBucketCannotBeMadeIsTriedAgainUntilItCan(boolean canBeTold, @TempDir Path out) throws Exception {
        Path inTheWay = Files.writeString(out.resolve("data"), "a file");
        try (Served served = Served.on(Served.settings(out, DeliberateFaults.NONE, 1), _ -> {
            if (!canBeTold) {
                throw new OutOfMemoryError("no room for a message");
            }
        })) {
            served.createByKey("s", "data");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            while (!served.get("/health").contains("which is tried again")) {
                Thread.onSpinWait();
            }
            Files.delete(inTheWay);
            while (!served.client.describeDeliveryStream(each -> each.deliveryStreamName("s"))
                    .deliveryStreamDescription().deliveryStreamStatusAsString().equals("ACTIVE")) {
                Thread.onSpinWait();
            }
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), served.lines("data"));
            assertTrue(served.get("/health").contains("\"ok\""));
        }
    }

    @Test
    void atAHigherSpeedObjectsComeSooner(@TempDir Path out) throws Exception {
        try (Served served = Served.on(Served.settings(out, DeliberateFaults.NONE, 600))) {
            served.createByKey("s", "data");
            served.client.putRecord(each -> each.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            while (!served.get("/metrics").contains("sluice_objects_total{stream=\"s\"} 1\n")) {
                Thread.onSpinWait();
            }
            assertEquals(Map.of("k=a", List.of("{\"k\":\"a\"}")), served.lines("data"));
        }
    }

    /// The process is killed in the middle of puts, again and again. What was not acknowledged may have landed, once.
    @Test
    void killedInTheMiddleOfPutsNothingIsLostOrDoubled(@TempDir Path out) throws Exception {
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        int next = 0;
        for (int life = 0; life < 3; life++) {
            Process process = ServeProcess.start(out);
            int enough = acknowledged.size() + 400;
            Thread killer = Thread.ofPlatform().start(() -> {
                while (acknowledged.size() < enough && process.isAlive()) {
                    Thread.onSpinWait();
                }
                process.destroyForcibly();
            });
            try (FirehoseClient client = Served.client(ServeProcess.uri(process), "local", "local")) {
                if (life == 0) {
                    create(client, out);
                }
                while (true) {
                    List<String> texts = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        texts.add("{\"k\":\"a\",\"n\":" + (next + i) + "}");
                    }
                    next += 20;
                    client.putRecordBatch(each -> each.deliveryStreamName("s")
                            .records(texts.stream().map(Served::record).toList()));
                    acknowledged.addAll(texts);
                }
            } catch (SdkException e) {
                assertTrue(acknowledged.size() >= enough, () -> "killed too early: " + e);
            } finally {
                killer.join();
                process.waitFor();
            }
        }
        try (Served served = Served.on(out)) {
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            List<String> delivered = served.lines("data").values().stream().flatMap(List::stream).toList();
            assertEquals(delivered.size(), new HashSet<>(delivered).size(), "doubled");
            var lost = new HashSet<>(acknowledged);
            delivered.forEach(lost::remove);
            assertEquals(Set.of(), lost);
        }
    }

    private static void create(FirehoseClient client, Path out) throws IOException {
        client.createDeliveryStream(request -> request.deliveryStreamName("s").extendedS3DestinationConfiguration(
                s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r").bucketARN("arn:aws:s3:::data")
                        .prefix("all/").compressionFormat("GZIP").processingConfiguration(processing -> processing
                                .enabled(true)
                                .processors(List.of(Served.processor("AppendDelimiterToRecord", Map.of()))))
                        .errorOutputPrefix("errors/")));
        assertTrue(Files.isDirectory(out.resolve(".sluice-serve")));
    }
}
