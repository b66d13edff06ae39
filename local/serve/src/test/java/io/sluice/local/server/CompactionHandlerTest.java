package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sluice.local.server.FaultyHttpClient.Crash;
import io.sluice.local.server.FaultyHttpClient.Fault;
import io.sluice.view.DayMoveException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The compaction function through the AWS SDK against real servers, its steps taken as the state machine takes them:
/// one request after another goes wrong, and each record is there once all the same.
final class CompactionHandlerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BUCKET = "compaction-test";
    private static final String DAY = "2025-12-01";
    private static final String NEXT_DAY = "2025-12-02";
    private static final List<String> RECORDS = List.of(record("a", 1), record("a", 2), record("b", 3), record("b", 4));
    private static final int REQUESTS_MIN = 40;
    /// `-Dsluice.compaction.stride=1` has each request go wrong, which takes minutes; the build takes some of them.
    private static final int STRIDE = Integer.getInteger("sluice.compaction.stride", 37);

    private static EmbeddedServices services;
    private static S3Client s3;
    /// After the embedded server's own clock, which dates objects.
    private static Instant now = Instant.EPOCH;

    @BeforeAll
    static void start(@TempDir Path out) {
        services = EmbeddedServices.startWithIndexInMemory(out.resolve("out"), out.resolve("work"), BUCKET);
        s3 = services.s3Client();
        now = Instant.now().plus(Duration.ofHours(2));
    }

    @AfterAll
    static void stop() {
        s3.close();
        services.close();
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, names = {"ANSWER_LOST", "CRASH_BEFORE", "CRASH_AFTER"})
    void everyRecordIsThereOnceWhateverRequestGoesWrong(Fault fault) throws IOException {
        String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int requests = 1;
        for (int at = 0; at <= requests; at += at == 0 ? 1 + name.length() % STRIDE : STRIDE) {
            String stream = name + "-" + at;
            deliver(stream);
            requests = Math.max(requests, execution(stream, fault, at));
            assertNothingIsLost(stream);
            execution(stream, fault, 0);
            assertEquals(RECORDS, lines("large/" + stream + "/"), stream);
            assertEquals(List.of(), keys(stream + "/"), stream + ": what is joined is removed");
            assertEquals(2, keys("large/" + stream + "/").size(), stream + ": one object a folder");
        }
        assertTrue(requests > REQUESTS_MIN, "requests: " + requests);
    }

    @Test
    void aDayThatIsHeldUpFailsByNameAndTheOthersAreCompacted() throws IOException {
        String stream = "held-up";
        deliver(stream);
        String damaged = put(stream, "a", NEXT_DAY, 5, "{\"k\":\"a\",\"n\":5}\n");
        s3.putObject(put -> put.bucket(BUCKET).key(damaged), RequestBody.fromBytes(new byte[]{0x1f, (byte) 0x8b, 8}));
        String message = String.valueOf(assertThrows(DayMoveException.class,
                () -> execution(stream, Fault.THROTTLED, 0)).getMessage());
        assertTrue(message.contains("of 1 days: " + NEXT_DAY + ": "), message);
        assertTrue(message.contains(damaged), message);
        assertEquals(RECORDS, lines("large/" + stream + "/"));
        assertEquals(List.of(damaged), keys(stream + "/"));
    }

    @Test
    void aRoundOfWhichSomethingChangesIsPlannedAnew() throws IOException {
        String stream = "changing";
        deliver(stream);
        try (var process = process(stream, Fault.THROTTLED, 0)) {
            JsonNode opened = process.step("{\"step\":\"plan\"}").path("days");
            assertEquals(DAY, opened.path(0).asText());
            JsonNode day = process.step("{\"step\":\"open\",\"day\":\"" + DAY + "\",\"attempt\":1}");
            s3.putObject(put -> put.bucket(BUCKET).key(keys(stream + "/").getFirst()),
                    RequestBody.fromString(record("a", 1)));
            JsonNode joined = process.step(FaultyMachine.part("join", day, day.path("parts").path(0)));
            assertEquals("changed", joined.path("outcome").asText());
            ArrayNode answers = JSON.createArrayNode().add(joined);
            JsonNode again = process.step(FaultyMachine.whole("settle", day, answers));
            assertEquals("again", again.path("outcome").asText(), again.toString());
            assertEquals(2, again.path("attempt").asInt());
            JsonNode retried = process.step(FaultyMachine.whole("settle", day, answers));
            assertEquals("again", retried.path("outcome").asText(), "a step that is taken twice says the same");
            execution(stream, Fault.THROTTLED, 0);
        }
        assertEquals(RECORDS, lines("large/" + stream + "/"));
    }

    @Test
    void aDayIsNotClosedOverSourcesThatAreThere() throws IOException {
        String stream = "closed-early";
        deliver(stream);
        try (var process = process(stream, Fault.THROTTLED, 0)) {
            process.step("{\"step\":\"plan\"}");
            process.day("open", "join", "settle", DAY);
            JsonNode day = process.step("{\"step\":\"close\",\"day\":\"" + DAY + "\"}");
            JsonNode closed = process.step(FaultyMachine.whole("closed", day, JSON.createArrayNode()));
            assertEquals("blocked", closed.path("outcome").asText());
            assertTrue(closed.path("why").asText().contains("still there"), closed.toString());
            execution(stream, Fault.THROTTLED, 0);
        }
        assertEquals(List.of(), keys(stream + "/"));
    }

    @Test
    void anEventThatIsNoStepIsRefused() throws IOException {
        try (var process = process("refused", Fault.THROTTLED, 0)) {
            assertTrue(String.valueOf(assertThrows(IOException.class, () -> process.step("{\"step\":\"jump\"}"))
                    .getMessage()).contains("must be plan, open, join, settle, view"));
            assertThrows(IOException.class, () -> process.step("{\"step\":\"open\",\"day\":\"2018-31-01\"}"));
            assertThrows(IOException.class, () -> process.step("{\"step\":\"open\"}"));
        }
    }

    /// One execution in one process, cut short by what goes wrong.
    ///
    /// @return how many requests were made
    private static int execution(String stream, Fault fault, int at) throws IOException {
        FaultyMachine process = process(stream, fault, at);
        try (process) {
            process.execute();
        } catch (Crash crash) {
            assertTrue(at > 0, "a crash that nobody asked for");
        }
        return process.requests();
    }

    private static FaultyMachine process(String stream, Fault fault, int at) {
        String configuration = FaultyProcess.configuration(stream, BUCKET,
                stream + "/k=!{partitionKeyFromQuery:k}/date=!{timestamp:yyyy-MM-dd}/", "errors-" + stream + "/",
                "{k:.k}");
        return new FaultyMachine(services, configuration.replace("\"Sluice\": {", "\"Sluice\": {\"Compaction\":"
                + " {\"Prefix\": \"large/" + stream + "/\", \"KeepSourceForMinutes\": 0},"), () -> now, fault, at,
                "");
    }

    private static String record(String key, int number) {
        return "{\"k\":\"" + key + "\",\"n\":" + number + "}";
    }

    private static void deliver(String stream) {
        for (int i = 0; i < RECORDS.size(); i++) {
            put(stream, RECORDS.get(i).substring(6, 7), DAY, i, RECORDS.get(i) + "\n");
        }
    }

    /// An object as the stream delivers it.
    private static String put(String stream, String key, String day, int number, String content) {
        String name = "%s/k=%s/date=%s/%s-1-%s-00-00-%02d-%s".formatted(stream, key, day, stream, day, number,
                new UUID(0x8000L | number, 0x8000_0000_0000_0000L));
        s3.putObject(request -> request.bucket(BUCKET).key(name), RequestBody.fromString(content));
        return name;
    }

    private static void assertNothingIsLost(String stream) {
        List<String> small = lines(stream + "/");
        List<String> large = lines("large/" + stream + "/");
        List<String> all = new ArrayList<>(small);
        all.addAll(large);
        assertEquals(RECORDS, all.stream().distinct().sorted().toList(), stream);
        assertEquals(large.stream().distinct().toList(), large, stream + ": none is joined twice");
    }

    private static List<String> keys(String prefix) {
        return s3.listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix(prefix)).contents().stream()
                .map(S3Object::key).toList();
    }

    private static List<String> lines(String prefix) {
        return keys(prefix).stream()
                .flatMap(key -> s3.getObjectAsBytes(get -> get.bucket(BUCKET).key(key)).asUtf8String().lines())
                .sorted().toList();
    }
}
