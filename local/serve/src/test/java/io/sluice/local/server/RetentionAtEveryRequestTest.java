package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.RetentionHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.server.FaultyHttpClient.Crash;
import io.sluice.local.server.FaultyHttpClient.Fault;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.s3.S3Client;

/// The retention function through the AWS SDK against real servers: each of its requests in turn goes wrong, and what
/// is due goes all the same, once the invocation is repeated; what is not due never does.
@Tag("long")
final class RetentionAtEveryRequestTest {
    private static final String BUCKET = "retention-test";
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    /// More than half an hour ahead of any object's own time.
    private static final InstantSource CLOCK = InstantSource.offset(InstantSource.system(), Duration.ofHours(1));
    private static final String DRAIN = "{\"drain\":true}";
    private static final String ERASE = "{\"erase\":{\"key\":\"k=a\"}}";
    private static final String RUN = "{\"run\":true,\"now\":\"2026-01-06T00:00:00Z\"}";

    private static EmbeddedServices services;
    private static S3Client s3;

    @BeforeAll
    static void start(@TempDir Path out) {
        services = EmbeddedServices.startWithIndexInMemory(out.resolve("out"), out.resolve("work"), BUCKET);
        s3 = services.s3Client();
    }

    @AfterAll
    static void stop() {
        s3.close();
        services.close();
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Fault.class)
    void anErasureIsFinishedByRepeatingItWhateverRequestGoesWrong(Fault fault) throws IOException {
        String name = "erase-" + fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int requests = EachRequest.of(at -> {
            String stream = name + "-" + at;
            deliver(stream);
            try (FaultyProcess process = FaultyProcess.sound(services, configuration(stream), CLOCK)) {
                stage(process, "a", "2026-01-03");
            }
            int made = invoke(stream, fault, at, ERASE);
            JsonNode proof = repeat(stream, ERASE);
            assertTrue(proof.path("complete").asBoolean(), proof.toString());
            assertEquals(Map.of("k=ab/d=2026-01-01", 1L, "k=b/d=2026-01-01", 1L, "k=b/d=2026-01-05", 1L),
                    objects(stream));
            return made;
        });
        assertTrue(requests > 10, "requests: " + requests);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aRunIsFinishedByTheNextWhateverRequestGoesWrong(Fault fault) throws IOException {
        String name = "run-" + fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int requests = EachRequest.of(at -> {
            String stream = name + "-" + at;
            deliver(stream);
            invoke(stream, fault, 0, "{\"set\":{\"key\":\"k=a\",\"days\":2}}");
            invoke(stream, fault, 0, "{\"set\":{\"key\":\"k=b\",\"days\":2}}");
            int made = invoke(stream, fault, at, RUN);
            repeat(stream, RUN);
            assertEquals(Map.of("k=ab/d=2026-01-01", 1L, "k=b/d=2026-01-05", 1L), objects(stream));
            return made;
        });
        assertTrue(requests > 5, "requests: " + requests);
    }

    private static void deliver(String stream) throws IOException {
        try (FaultyProcess process = FaultyProcess.sound(services, configuration(stream), CLOCK)) {
            stage(process, "a", "2026-01-01");
            stage(process, "ab", "2026-01-01");
            stage(process, "b", "2026-01-01");
            stage(process, "b", "2026-01-05");
            process.call(FlushHandler::new, DRAIN);
            process.call(FlushHandler::new, DRAIN);
        }
    }

    private static void stage(FaultyProcess process, String key, String day) throws IOException {
        String record = "{\"k\":\"%s\",\"d\":\"%s\"}".formatted(key, day);
        process.call(TransformHandler::new, """
                {"invocationId": "i", "deliveryStreamArn": "arn:aws:firehose:us-east-1:1:deliverystream/x",
                 "region": "us-east-1", "records": [
                   {"recordId": "%s-%s", "approximateArrivalTimestamp": %d, "data": "%s"}]}""".formatted(key, day,
                NOON.toEpochMilli(), Base64.getEncoder().encodeToString(record.getBytes(UTF_8))));
    }

    /// One process of the retention function, cut short by what goes wrong.
    ///
    /// @return how many requests were made
    private static int invoke(String stream, Fault fault, int at, String event) throws IOException {
        FaultyProcess process = new FaultyProcess(services, configuration(stream), CLOCK, fault, at);
        try (process) {
            process.call(RetentionHandler::new, event);
        } catch (Crash | StoreException failure) {
            assertTrue(at > 0, failure.toString());
        }
        return process.requests();
    }

    private static JsonNode repeat(String stream, String event) throws IOException {
        try (FaultyProcess process = FaultyProcess.sound(services, configuration(stream), CLOCK)) {
            return process.call(RetentionHandler::new, event);
        }
    }

    /// Folder → objects in it.
    private static Map<String, Long> objects(String stream) {
        return s3.listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix(stream + "/")).contents().stream()
                .map(object -> object.key().substring(stream.length() + 1, object.key().lastIndexOf('/')))
                .collect(Collectors.groupingBy(folder -> folder, Collectors.counting()));
    }

    private static String configuration(String stream) {
        return FaultyProcess.configuration(stream, BUCKET,
                stream + "/k=!{partitionKeyFromQuery:k}/d=!{partitionKeyFromQuery:d}/", stream + "-errors/",
                "{k:.k,d:(.d|strptime(\\\"%Y-%m-%d\\\")|strftime(\\\"%Y-%m-%d\\\"))}");
    }
}
