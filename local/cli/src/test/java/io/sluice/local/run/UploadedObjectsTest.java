package io.sluice.local.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Flushing;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.testkit.wire.Gzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/// Objects that are put into the bucket of the embedded S3 server, beside the stream's own, whose notifications come in
/// messages of a queue: twice, late, and in any order.
final class UploadedObjectsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ORDERS = "orders";
    private static final String IN = "in/";
    private static final int OBJECTS = 100;
    private static final int RECORDS_MAX = 20;
    private static final int MESSAGES_MAX = 10;

    private final Random random = new Random(7);
    private EmbeddedServices services;
    private S3Client s3;
    private LocalFunctions functions;
    private int messages;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), ORDERS);
        s3 = services.s3Client();
        var environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", Files.readString(Path.of("..", "..", "events", "s3", "stream.json")));
        functions = new LocalFunctions(environment, () -> Instant.now().plusSeconds(1));
    }

    @AfterEach
    void stop() {
        functions.close();
        s3.close();
        services.close();
    }

    private String put(String key, byte[] content) {
        return s3.putObject(put -> put.bucket(ORDERS).key(key), RequestBody.fromBytes(content)).eTag();
    }

    private static ObjectNode notice(String key, String etag) {
        ObjectNode event = JSON.createObjectNode();
        ObjectNode s3Of = event.putArray("Records").addObject().put("eventSource", "aws:s3")
                .put("eventName", "ObjectCreated:Put").put("eventTime", "2026-11-22T12:00:00.000Z").putObject("s3");
        s3Of.putObject("bucket").put("name", ORDERS);
        s3Of.putObject("object").put("key", URLEncoder.encode(key, UTF_8)).put("eTag", etag.replace("\"", ""));
        return event;
    }

    private byte[] queue(List<ObjectNode> notices) {
        ObjectNode event = JSON.createObjectNode();
        var records = event.putArray("Records");
        for (ObjectNode notice : notices) {
            records.addObject().put("messageId", "m" + ++messages).put("receiptHandle", "r")
                    .put("body", notice.toString()).put("eventSource", "aws:sqs")
                    .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:uploads")
                    .putObject("attributes").put("SentTimestamp", "1795348800000");
        }
        return event.toString().getBytes(UTF_8);
    }

    private String answer(byte[] event) throws IOException {
        return new String(functions.transform(event), UTF_8);
    }

    /// Lines by folder.
    private NavigableMap<String, List<String>> delivered() throws IOException {
        functions.flush(Flushing.Mode.DRAIN);
        NavigableMap<String, List<String>> lines = new TreeMap<>();
        for (S3Object object : s3.listObjectsV2Paginator(list -> list.bucket(ORDERS)).contents().stream()
                .filter(each -> !each.key().startsWith(IN)).toList()) {
            byte[] bytes = s3.getObjectAsBytes(get -> get.bucket(ORDERS).key(object.key())).asByteArray();
            try (var gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                lines.computeIfAbsent(object.key().substring(0, object.key().lastIndexOf('/') + 1),
                        _ -> new ArrayList<>()).addAll(new String(gzip.readAllBytes(), UTF_8).lines().toList());
            }
        }
        lines.values().forEach(Collections::sort);
        return lines;
    }

    @Tag("long")
    @Test
    void aHundredObjectsLandPartitionedEachOnceWhenNotificationsComeTwiceAndLate() throws IOException {
        var expected = new TreeMap<String, List<String>>();
        List<ObjectNode> notices = new ArrayList<>();
        for (int object = 0; object < OBJECTS; object++) {
            var content = new StringBuilder();
            for (int n = random.nextInt(RECORDS_MAX); n >= 0; n--) {
                int tenant = random.nextInt(4);
                String line = "{\"tenant\":\"t%d\",\"time\":\"2026-11-%02dT08:00:00Z\",\"at\":\"%d-%d\"}".formatted(
                        tenant, 20 + object % 3, object, n);
                content.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
                expected.computeIfAbsent("uploads/tenant=t%d/date=2026-11-%02d/".formatted(tenant, 20 + object % 3),
                        _ -> new ArrayList<>()).add(line);
            }
            byte[] bytes = content.toString().getBytes(UTF_8);
            String key = IN + "ä +%/" + object + (object % 2 == 0 ? ".jsonl" : "");
            notices.add(notice(key, put(key, object % 3 == 0 ? Gzip.of(bytes) : bytes)));
        }
        List<ObjectNode> all = new ArrayList<>(notices);
        all.addAll(notices);
        Collections.shuffle(all, random);
        for (int from = 0; from < all.size(); from += MESSAGES_MAX) {
            byte[] event = queue(all.subList(from, Math.min(all.size(), from + MESSAGES_MAX)));
            for (int attempt = random.nextInt(2); attempt >= 0; attempt--) {
                assertEquals("{\"batchItemFailures\":[]}", answer(event));
            }
            if (random.nextInt(4) == 0) {
                functions.flush(Flushing.Mode.DRAIN);
            }
        }
        expected.values().forEach(Collections::sort);
        assertEquals(expected, delivered());
    }

    /// The server's own answers to what is not there, or not as it was.
    @Test
    void whatTheServerHasNoMoreIsToldByErrorRecords() throws IOException {
        String first = put(IN + "a", "{\"tenant\":\"a\",\"time\":\"2026-11-22\"}".getBytes(UTF_8));
        put(IN + "a", "{\"tenant\":\"b\",\"time\":\"2026-11-22\"}".getBytes(UTF_8));
        assertEquals("{\"batchItemFailures\":[]}", answer(queue(List.of(notice(IN + "a", first),
                notice(IN + "gone", "e"), notice(IN + "gone", "e")))));
        var delivered = delivered();
        assertEquals(List.of("errors/processing-failed/"), List.copyOf(delivered.keySet()));
        List<String> codes = new ArrayList<>();
        for (String line : delivered.firstEntry().getValue()) {
            codes.add(JSON.readTree(line).path("errorCode").asText());
        }
        assertEquals(List.of("Sluice.ObjectChanged", "Sluice.ObjectGone"),
                codes.stream().sorted().toList());
    }

    @Test
    void whatTheStreamWroteItselfFailsByNameAndMakesNoMore() throws IOException {
        ObjectNode given = notice(IN + "a",
                put(IN + "a", "{\"tenant\":\"a\",\"time\":\"2026-11-22\"}".getBytes(UTF_8)));
        answer(queue(List.of(given)));
        String written = delivered().firstKey();
        JsonNode failed = JSON.readTree(answer(queue(List.of(given, notice(written + "x", "e")))));
        assertEquals(1, failed.path("batchItemFailures").size(), failed.toString());
        assertEquals("m3", failed.at("/batchItemFailures/0/itemIdentifier").asText());
        assertThrows(RuntimeException.class, () -> answer(queue(List.of(notice(written + "x", "e")))));
        var thrown = assertThrows(RuntimeException.class,
                () -> answer(notice(written + "x", "e").toString().getBytes(UTF_8)));
        assertTrue(String.valueOf(thrown.getMessage()).contains("is where the stream itself writes (uploads/tenant=)"),
                thrown.getMessage());
        assertEquals(1, delivered().size());
    }
}
