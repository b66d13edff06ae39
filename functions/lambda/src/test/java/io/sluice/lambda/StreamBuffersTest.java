package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.flush.TableLostException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.recover.RecoveryRefusedException;
import io.sluice.retention.EraseReport;
import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.work.Deadline;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A stream of several buffers, by its handlers.
final class StreamBuffersTest {
    private static StreamInMemory stream(int buffers) throws IOException {
        return new StreamInMemory(StreamInMemory.parse(configuration(Optional.of(buffers))));
    }

    private static ObjectNode configuration(Optional<Integer> buffers) throws IOException {
        ObjectNode configuration = (ObjectNode) ConformanceCase.resource("stream.json");
        ObjectNode sluice = (ObjectNode) configuration.get("Sluice");
        sluice.put("Delivery", "buffer");
        buffers.ifPresent(count -> sluice.put("Lanes", count));
        return configuration;
    }

    private static byte[] event(int batch, StreamInMemory stream) {
        return ("{\"invocationId\":\"i\",\"deliveryStreamArn\":\"arn\",\"records\":[{\"recordId\":\"r" + batch
                + "\",\"approximateArrivalTimestamp\":" + stream.now.toEpochMilli() + ",\"data\":\""
                + Base64.getEncoder().encodeToString(("{\"k\":\"a\",\"n\":" + batch + "}").getBytes(UTF_8))
                + "\"}]}").getBytes(UTF_8);
    }

    private static void stage(StreamInMemory stream, int batches) throws IOException {
        for (int batch = 0; batch < batches; batch++) {
            stream.transform(event(batch, stream));
        }
    }

    private static String name(StreamInMemory stream, int number) {
        return streamName(stream) + (number == 0 ? "" : "!lane!" + number);
    }

    private static String streamName(StreamInMemory stream) {
        return stream.ports.stagingBucket.contents().keySet().stream().filter(key -> key.startsWith("lanes/"))
                .map(key -> key.split("/", -1)[1]).findFirst().orElseThrow();
    }

    private static long segments(StreamInMemory stream, int number) {
        String prefix = "segments/" + name(stream, number) + "/";
        return stream.ports.stagingBucket.contents().keySet().stream().filter(key -> key.startsWith(prefix)).count();
    }

    /// By the event of an invocation, without an answer being expected to be a summary.
    private static JsonNode locally(StreamInMemory stream, String event) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        new FlushHandler(stream.stream).handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), output, null);
        return new ObjectMapper().readTree(output.toByteArray());
    }

    @Test
    void batchesAreSpreadOverBuffersAndEachRecordIsDeliveredOnce() throws IOException {
        StreamInMemory stream = stream(3);
        stream.stream.beginBuffers();
        stage(stream, 60);
        stage(stream, 60);
        for (int number = 0; number < 3; number++) {
            assertTrue(segments(stream, number) > 10, "lane " + number);
        }
        JsonNode drained = stream.drain();
        assertEquals(60, drained.get("records").asInt());
        assertEquals(60, drained.at("/sinceFirstCommit/staged").asInt());
        assertEquals(3, stream.objects().size(), "one of each lane, under names of their own");
        assertEquals(0, IntStream.range(0, 3).mapToLong(number -> segments(stream, number)).sum());
        stage(stream, 60);
        assertEquals(0, stream.drain().get("records").asInt(), "each lane knows its own batches");
    }

    @Test
    void aRunOfTheScheduleStartsTheOtherBuffersInInvocationsOfTheirOwn() throws IOException {
        StreamInMemory stream = stream(3);
        stream.stream.beginBuffers();
        stage(stream, 30);
        stream.flush("{}");
        assertEquals(List.of(StreamInMemory.FUNCTION_ARN + " {\"lane\":1}",
                StreamInMemory.FUNCTION_ARN + " {\"lane\":2}"), stream.ports.started);
        stream.ports.started.clear();
        stream.flush("{\"Records\":[]}");
        assertEquals(List.of(StreamInMemory.FUNCTION_ARN + " {\"lane\":1,\"Records\":[]}",
                StreamInMemory.FUNCTION_ARN + " {\"lane\":2,\"Records\":[]}"), stream.ports.started);
        stream.ports.started.clear();
        long waiting = segments(stream, 2);
        JsonNode second = stream.flush("{\"lane\":2}");
        assertEquals(waiting, second.get("batchesFolded").asLong());
        assertEquals(List.of(), stream.ports.started);
        assertThrows(IllegalArgumentException.class, () -> stream.flush("{\"lane\":3}"));
        assertThrows(IOException.class, () -> stream.flush("{\"lane\":64}"));
        assertThrows(IOException.class, () -> stream.flush("{\"Lane\":1}"));
    }

    @Test
    void buffersThatAreNoMoreAreFlushedByTheFirstOnesInvocation() throws IOException {
        StreamInMemory stream = stream(3);
        stream.stream.beginBuffers();
        stage(stream, 30);
        StreamInMemory fewer = over(stream, configuration(Optional.of(1)));
        JsonNode run = fewer.flush("{}");
        assertEquals(30, run.get("batchesFolded").asInt());
        assertEquals(List.of(), fewer.ports.started);
        stage(fewer, 30);
        assertEquals(30, fewer.flush("{}").get("batchesRepeated").asInt());
    }

    /// Another deployment of the same stream.
    private static StreamInMemory over(StreamInMemory stream, ObjectNode configuration) throws IOException {
        StreamInMemory other = new StreamInMemory(StreamInMemory.parse(configuration), stream.ports);
        other.now = stream.now;
        return other;
    }

    @Test
    void aConfigurationThatForgetsTheBuffersIsRefusedAndNothingIsLost() throws IOException {
        StreamInMemory stream = stream(2);
        stream.stream.beginBuffers();
        stage(stream, 20);
        StreamInMemory forgetful = over(stream, configuration(Optional.empty()));
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> forgetful.flush("{}")).getMessage());
        assertTrue(message.contains("Set Sluice.Lanes"), message);
        assertThrows(IllegalArgumentException.class, () -> forgetful.flush("{\"sweep\":true}"));
        assertThrows(IllegalArgumentException.class, () -> forgetful.flush("{\"recover\":\"at once\"}"));
        assertThrows(IllegalArgumentException.class, () -> forgetful.stream.lake()
                .erase(new KeyValue("k", "a"), Optional.empty(), RemovalMode.REMOVE, Deadline.NONE));
        assertThrows(IllegalArgumentException.class,
                () -> forgetful.stream.lake().retain(RemovalMode.REMOVE, Optional.of(forgetful.now), Deadline.NONE));
        assertEquals(20, stream.drain().get("records").asInt());
    }

    @Test
    void aLostTableIsRecoveredWithAllItsBuffers() throws IOException {
        StreamInMemory stream = stream(3);
        stream.stream.beginBuffers();
        stage(stream, 20);
        stream.flush("{\"lane\":1}");
        stream.flush("{\"lane\":2}");
        stream.now = stream.now.plusSeconds(30);
        stage(stream, 40);
        stream.ports.loseTheTable();
        StreamInMemory fresh = over(stream, configuration(Optional.of(3)));
        assertThrows(TableLostException.class, () -> fresh.transform(event(100, fresh)));
        assertThrows(TableLostException.class, () -> fresh.flush("{}"));
        assertThrows(TableLostException.class, () -> fresh.flush("{\"sweep\":true}"));
        assertThrows(TableLostException.class,
                () -> fresh.stream.lake().retain(RemovalMode.REMOVE, Optional.of(fresh.now), Deadline.NONE));
        fresh.now = fresh.now.plus(Duration.ofMinutes(20));
        locally(fresh, "{\"recover\":true}");
        locally(fresh, "{\"recover\":true}");
        assertEquals(40, fresh.drain().at("/sinceFirstCommit/delivered").asInt());
        fresh.now = stream.now;
        stage(fresh, 40);
        assertEquals(40, fresh.drain().at("/sinceFirstCommit/delivered").asInt());
    }

    @Test
    void anOldManifestOfAnyBufferIsNotGoneOnWith() throws IOException {
        StreamInMemory stream = stream(3);
        stream.stream.beginBuffers();
        stage(stream, 30);
        stream.flush("{\"lane\":1}");
        String folder = "manifests/" + name(stream, 1) + "/";
        ObjectKey old = manifest(stream, folder);
        byte[] bytes = stream.ports.stagingBucket.get(old);
        stage(stream, 60);
        stream.drain();
        stream.ports.stagingBucket.delete(List.of(manifest(stream, folder)));
        stream.ports.stagingBucket.put(old, Body.of(bytes));
        stream.ports.loseTheTable();
        StreamInMemory fresh = over(stream, configuration(Optional.of(3)));
        fresh.now = fresh.now.plus(Duration.ofMinutes(20));
        String refused = String.valueOf(assertThrows(RecoveryRefusedException.class,
                () -> locally(fresh, "{\"recover\":true}")).getMessage());
        assertTrue(refused.contains(old + ", is not the last that was committed"), refused);
    }

    private static ObjectKey manifest(StreamInMemory stream, String folder) {
        return new ObjectKey(stream.ports.stagingBucket.contents().keySet().stream()
                .filter(key -> key.startsWith(folder)).reduce((_, last) -> last).orElseThrow());
    }

    @Test
    void anErasureDrainsEveryBuffer() throws IOException {
        StreamInMemory stream = stream(3);
        stream.stream.beginBuffers();
        stage(stream, 30);
        EraseReport report = stream.stream.lake().erase(new KeyValue("k", "a"), Optional.empty(), RemovalMode.REMOVE,
                Deadline.NONE).report();
        assertEquals(3, report.buffer().drained());
        assertTrue(report.buffer().isEmpty());
        assertEquals(3, report.removed().objects());
        assertEquals(0, stream.objects().size());
    }

    @Test
    void aSweepGoesThroughEveryBuffer() throws IOException {
        StreamInMemory stream = stream(2);
        stream.stream.beginBuffers();
        stage(stream, 1);
        for (int number = 0; number < 2; number++) {
            stream.ports.stagingBucket.put(
                    new ObjectKey("segments/" + name(stream, number) + "/" + "0".repeat(32) + "-"
                            + "0".repeat(32)),
                    Body.of(new byte[1]));
        }
        stream.drain();
        stream.now = stream.now.plus(Duration.ofHours(40));
        assertEquals(2, locally(stream, "{\"sweep\":true}").get("segmentsRemoved").asInt());
    }

    @Test
    void aStreamThatNamesNoBuffersAsksForNone() throws IOException {
        StreamInMemory stream = new StreamInMemory(StreamInMemory.parse(configuration(Optional.empty())));
        stage(stream, 5);
        assertEquals(5, stream.drain().get("records").asInt());
        assertFalse(stream.ports.stagingBucket.contents().keySet().stream().anyMatch(key -> key.contains("lane")));
        assertEquals(Optional.empty(), stream.ports.entries.bufferCounts());
    }
}
