package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.server.FaultyHttpClient.Crash;
import io.sluice.local.server.FaultyHttpClient.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Batches and flush runs go on side by side, die at some request, and the table is gone. It is recovered, by a
/// recovery that dies as well, and every record is delivered once all the same. How often is said by the system
/// property `sluice.lostTables`.
@Tag("long")
final class LostTableTest {
    private static final String BUCKET = "lost-table";
    private static final String DRAIN = "{\"drain\":true}";
    private static final String FLUSH = "{}";
    private static final String RECOVER = "{\"recover\":\"at once\"}";
    private static final int LOSSES_MAX = 3;
    private static final int BATCHES_MAX = 10;
    private static final int RECORDS_MAX = 6;
    private static final int REQUESTS_MAX = 70;
    private static final int RECOVERY_REQUESTS_MAX = 16;

    private static EmbeddedServices services;
    private static S3Client s3;
    private static DynamoDbClient dynamoDb;
    private static ExecutorService threads;

    @BeforeAll
    static void start(@TempDir Path out) {
        services = EmbeddedServices.startWithIndexInMemory(out.resolve("out"), out.resolve("work"), BUCKET);
        s3 = services.s3Client();
        dynamoDb = services.dynamoDbClient();
        threads = Executors.newVirtualThreadPerTaskExecutor();
    }

    @AfterAll
    static void stop() {
        threads.close();
        dynamoDb.close();
        s3.close();
        services.close();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("sluice.lostTables", 8));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyRecordIsDeliveredOnceThoughTheTableIsLostAtAnyMoment(long seed) throws IOException {
        Random random = new Random(seed);
        String stream = "lost-" + seed;
        List<List<String>> batches = batches(random);
        Queue<Integer> waiting = new ConcurrentLinkedQueue<>(IntStream.range(0, batches.size()).boxed().toList());
        for (int losses = 1 + random.nextInt(LOSSES_MAX); losses > 0; losses--) {
            untilItDies(stream, batches, waiting, random);
            dynamoDb.deleteTable(table -> table.tableName(EmbeddedServices.INDEX_TABLE));
            IndexTable.create(dynamoDb, EmbeddedServices.INDEX_TABLE);
            recover(stream, random);
        }
        finish(stream, batches);
        assertEquals(batches.stream().flatMap(List::stream).sorted().toList(), delivered(stream), "seed " + seed);
    }

    private static List<List<String>> batches(Random random) {
        List<List<String>> batches = new ArrayList<>();
        int n = 0;
        for (int batch = 2 + random.nextInt(BATCHES_MAX - 1); batch > 0; batch--) {
            List<String> records = new ArrayList<>();
            for (int record = 1 + random.nextInt(RECORDS_MAX); record > 0; record--) {
                records.add("{\"k\":\"" + "abcd".charAt(random.nextInt(4)) + "\",\"n\":" + n++ + "}");
            }
            batches.add(records);
        }
        return batches;
    }

    /// Two sources and a flusher in one process. A batch that was not answered goes back to the source.
    private static void untilItDies(String stream, List<List<String>> batches, Queue<Integer> waiting, Random random) {
        Fault fault = random.nextBoolean() ? Fault.CRASH_BEFORE : Fault.CRASH_AFTER;
        try (var process = process(stream, fault, 1 + random.nextInt(REQUESTS_MAX))) {
            var sources = IntStream.range(0, 2)
                    .mapToObj(_ -> CompletableFuture.runAsync(() -> feed(process, batches, waiting), threads)).toList();
            var flusher = CompletableFuture.runAsync(() -> {
                call(process, FLUSH);
                call(process, DRAIN);
                call(process, FLUSH);
            }, threads);
            sources.forEach(LostTableTest::orCrash);
            orCrash(flusher);
        }
    }

    private static void feed(FaultyProcess process, List<List<String>> batches, Queue<Integer> waiting) {
        for (Integer batch = waiting.poll(); batch != null; batch = waiting.poll()) {
            try {
                process.call(TransformHandler::new, event(batch, batches.get(batch)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Crash crash) {
                waiting.add(batch);
                throw crash;
            }
        }
    }

    private static void call(FaultyProcess process, String event) {
        try {
            process.call(FlushHandler::new, event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void orCrash(CompletableFuture<Void> task) {
        try {
            task.join();
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof Crash)) {
                throw e;
            }
        }
    }

    /// A recovery that dies is run again.
    private static void recover(String stream, Random random) throws IOException {
        try (var dying = process(stream, random.nextBoolean() ? Fault.CRASH_BEFORE : Fault.CRASH_AFTER,
                1 + random.nextInt(RECOVERY_REQUESTS_MAX))) {
            dying.call(FlushHandler::new, RECOVER);
        } catch (Crash _) {
            // The next one carries on.
        }
        try (var sound = process(stream, Fault.CRASH_BEFORE, 0)) {
            var answer = sound.call(FlushHandler::new, RECOVER);
            assertTrue(answer.path("complete").asBoolean(), answer.toString());
            assertTrue(answer.path("unreadable").isEmpty(), answer.toString());
        }
    }

    /// The source hands over all batches, again or at last.
    private static void finish(String stream, List<List<String>> batches) throws IOException {
        try (var process = process(stream, Fault.CRASH_BEFORE, 0)) {
            for (int batch = 0; batch < batches.size(); batch++) {
                process.call(TransformHandler::new, event(batch, batches.get(batch)));
            }
            process.call(FlushHandler::new, DRAIN);
            process.call(FlushHandler::new, DRAIN);
        }
    }

    private static FaultyProcess process(String stream, Fault fault, int at) {
        return new FaultyProcess(services, FaultyProcess.configuration(stream, BUCKET,
                stream + "/k=!{partitionKeyFromQuery:k}/", stream + "/errors/", "{k:.k}"), InstantSource.system(),
                fault, at);
    }

    private static String event(int batch, List<String> lines) {
        StringBuilder records = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            records.append(i == 0 ? "" : ",").append("""
                    {"recordId": "record-%d-%d", "approximateArrivalTimestamp": 1767268799000, "data": "%s"}"""
                    .formatted(batch, i, Base64.getEncoder().encodeToString(lines.get(i).getBytes(UTF_8))));
        }
        return """
                {"invocationId": "i", "deliveryStreamArn": "arn:aws:firehose:us-east-1:1:deliverystream/x",
                 "region": "us-east-1", "records": [%s]}""".formatted(records);
    }

    private static List<String> delivered(String stream) {
        List<String> lines = new ArrayList<>();
        s3.listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix(stream + "/")).contents()
                .forEach(object -> s3.getObjectAsBytes(get -> get.bucket(BUCKET).key(object.key())).asUtf8String()
                        .lines().forEach(lines::add));
        return lines.stream().sorted().toList();
    }
}
