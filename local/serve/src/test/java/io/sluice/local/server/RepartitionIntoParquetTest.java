package io.sluice.local.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.server.FaultyHttpClient.Crash;
import io.sluice.local.server.FaultyHttpClient.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/// A repartition into Parquet through the function's handler and the AWS SDK against real servers: one request after
/// another goes wrong, and each record is a row once all the same. No source goes before all of it is.
@Tag("long")
final class RepartitionIntoParquetTest {
    private static final String BUCKET = "repartition-test";
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String DAY = "2025-12-01";
    /// A day moves whole, so the target's folders have a date.
    private static final String FOLDERS = "k=!{partitionKeyFromQuery:k}/date=!{timestamp:yyyy-MM-dd}/";
    private static final List<String> RECORDS = List.of("{\"k\":\"a\",\"n\":1}", "{\"k\":\"b\",\"n\":2}",
            "{\"k\":\"a\",\"n\":3}");
    private static final int REQUESTS_MIN = 40;
    /// `-Dsluice.repartition.stride=1` has each request go wrong, which takes minutes; the build takes some of them.
    private static final int STRIDE = Integer.getInteger("sluice.repartition.stride", 11);

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
    @EnumSource(value = Fault.class, names = {"ANSWER_LOST", "CRASH_BEFORE", "CRASH_AFTER"})
    void everyRecordIsARowOnceWhateverRequestGoesWrong(Fault fault) throws IOException {
        String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        int requests = 1;
        for (int at = 0; at <= requests; at += at == 0 ? 1 + name.length() % STRIDE : STRIDE) {
            String stream = name + "-" + at;
            put(stream, "a", RECORDS.get(0) + "\n" + RECORDS.get(1) + "\n");
            put(stream, "b", RECORDS.get(2) + "\n");
            requests = Math.max(requests, repartition(stream, fault, at));
            assertNothingIsLost(stream);
            repartition(stream, fault, 0);
            assertEquals(RECORDS.stream().sorted().toList(), ParquetStream.rows(s3, BUCKET, stream), stream);
            assertEquals(List.of(), ParquetStream.errors(s3, BUCKET, stream));
            assertEquals(0, sources(stream), stream + ": what is moved is removed");
        }
        assertTrue(requests > REQUESTS_MIN, "requests: " + requests);
    }

    private static void put(String stream, String name, String content) {
        s3.putObject(request -> request.bucket(BUCKET).key(source(stream) + "date=" + DAY + "/" + name),
                RequestBody.fromString(content));
    }

    private static String source(String stream) {
        return "raw-" + stream + "/";
    }

    private static int sources(String stream) {
        return s3.listObjectsV2(list -> list.bucket(BUCKET).prefix(source(stream))).contents().size();
    }

    private static void assertNothingIsLost(String stream) throws IOException {
        List<String> rows = ParquetStream.rows(s3, BUCKET, stream);
        assertEquals(rows.stream().distinct().toList(), rows, stream + ": no row is there twice");
        assertTrue(sources(stream) == 2 || rows.equals(RECORDS.stream().sorted().toList()),
                stream + ": sources are gone, and of them there are " + rows);
    }

    /// One process: the steps as the state machine takes them, cut short by what goes wrong.
    ///
    /// @return how many requests were made
    private static int repartition(String stream, Fault fault, int at) throws IOException {
        var process = new FaultyMachine(services, ParquetStream.configuration(stream, BUCKET, FOLDERS), () -> NOON,
                fault, at, "\"source\":\"" + source(stream)
                        + "\",\"request\":{\"graceMinutes\":0,\"removeSource\":true},");
        try (process) {
            process.execute();
        } catch (Crash crash) {
            assertTrue(at > 0, "a crash that nobody asked for");
        }
        return process.requests();
    }
}
