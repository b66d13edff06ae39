package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.server.FaultyHttpClient.Crash;
import io.sluice.local.server.FaultyHttpClient.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.s3.S3Client;

/// Both functions through the AWS SDK against real servers: each request in turn goes wrong, and every record is
/// delivered once all the same.
@Tag("long")
final class CrashAtEveryRequestTest {
    private static final String BUCKET = "crash-test";
    private static final InstantSource NOON = InstantSource.fixed(Instant.parse("2026-01-01T12:00:00Z"));
    private static final String DRAIN = "{\"drain\":true}";
    private static final List<String> RECORDS = List.of("{\"k\":\"a\",\"n\":1}", "{\"k\":\"b\",\"n\":2}",
            "{\"k\":\"a\",\"n\":3}", "{\"k\":\"b\",\"n\":4}");

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

    @ParameterizedTest
    @EnumSource(Fault.class)
    void everyRecordIsDeliveredOnceWhateverRequestGoesWrong(Fault fault) throws IOException {
        String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int requests = EachRequest.of(at -> {
            String stream = name + "-" + at;
            int made = invoke(stream, fault, at);
            invoke(stream, fault, 0);
            assertDelivered(stream);
            return made;
        });
        assertTrue(requests > 15, "requests: " + requests);
    }

    /// One process: two batches and a drain, cut short by what goes wrong. The source hands over every batch again in
    /// the next process, whether or not it was answered.
    ///
    /// @return how many requests were made
    private static int invoke(String stream, Fault fault, int at) throws IOException {
        FaultyProcess process = new FaultyProcess(services, configuration(stream), NOON, fault, at);
        try (process) {
            process.call(TransformHandler::new, event(0, 2));
            process.call(TransformHandler::new, event(2, 4));
            process.call(FlushHandler::new, DRAIN);
            process.call(FlushHandler::new, DRAIN);
        } catch (Crash crash) {
            assertTrue(at > 0, "a crash that nobody asked for");
        }
        return process.requests();
    }

    private static void assertDelivered(String stream) {
        List<String> lines = new ArrayList<>();
        s3.listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix(stream + "/")).contents().forEach(object -> {
            String text = s3.getObjectAsBytes(get -> get.bucket(BUCKET).key(object.key())).asUtf8String();
            text.lines().forEach(line -> {
                assertTrue(object.key().startsWith(stream + "/k=" + line.charAt(6) + "/"), object.key() + ": " + line);
                lines.add(line);
            });
        });
        assertEquals(RECORDS.stream().sorted().toList(), lines.stream().sorted().toList(), stream);
    }

    private static String event(int from, int to) {
        StringBuilder records = new StringBuilder();
        for (int i = from; i < to; i++) {
            String data = Base64.getEncoder().encodeToString(RECORDS.get(i).getBytes(UTF_8));
            records.append(i == from ? "" : ",").append("""
                    {"recordId": "record-%d", "approximateArrivalTimestamp": %d, "data": "%s"}"""
                    .formatted(i, NOON.millis() - 1_000, data));
        }
        return """
                {"invocationId": "i", "deliveryStreamArn": "arn:aws:firehose:us-east-1:1:deliverystream/x",
                 "region": "us-east-1", "records": [%s]}""".formatted(records);
    }

    private static String configuration(String stream) {
        return FaultyProcess.configuration(stream, BUCKET, stream + "/k=!{partitionKeyFromQuery:k}/",
                stream + "/errors/",
                "{k:.k}");
    }
}
