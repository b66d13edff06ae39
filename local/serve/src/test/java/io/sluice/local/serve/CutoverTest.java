package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.serve.replica.Replica;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.PutRecordBatchResponse;

/// Producers go from one Firehose to calls without it, one by one, and back again, as the page on Direct has it. The
/// journalled server stands for Firehose: it delivers each record once, so that one sum over both tells of each.
@Tag("long")
final class CutoverTest {
    private static final int PRODUCERS = 4;
    private static final int CALLS = 30;
    private static final int RECORDS = 20;

    /// A producer that changes its endpoint twice, while others are elsewhere.
    private static void produce(int producer, FirehoseClient firehose, FirehoseClient direct, CountDownLatch started) {
        started.countDown();
        for (int call = 0; call < CALLS; call++) {
            boolean moved = call >= 5 + producer * 2 && call < 18 + producer * 2;
            int first = (producer * CALLS + call) * RECORDS;
            PutRecordBatchResponse answer = (moved ? direct : firehose).putRecordBatch(put -> put
                    .deliveryStreamName("s").records(IntStream.range(first, first + RECORDS)
                            .mapToObj(number -> Served.record(StatelessServers.line(number))).toList()));
            assertEquals(0, answer.failedPutCount());
        }
    }

    @Test
    void oneSumOverBothHasEachRecordOnce(@TempDir Path folder) throws Exception {
        try (Served before = Served.on(folder.resolve("before"));
                var servers = new StatelessServers(folder.resolve("direct"));
                Replica replica = servers.replica();
                FirehoseClient direct = Served.client(replica.uri(), "local", "local");
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            before.createByKey("s", "data");
            CountDownLatch started = new CountDownLatch(PRODUCERS);
            List<Future<?>> producers = new ArrayList<>();
            for (int producer = 0; producer < PRODUCERS; producer++) {
                int each = producer;
                producers.add(threads.submit(() -> produce(each, before.client, direct, started)));
            }
            started.await();
            for (Future<?> producer : producers) {
                producer.get();
            }
            assertEquals(200, before.post("/_sluice/flush").path("status").asInt());
            List<String> there = before.lines("data").values().stream().flatMap(List::stream).toList();
            List<String> here = servers.delivered();
            assertEquals(PRODUCERS * 13 * RECORDS, here.size());
            assertTrue(there.size() >= PRODUCERS * RECORDS, there.size() + " records stayed");
            List<String> both = new ArrayList<>(there);
            both.addAll(here);
            both.sort(null);
            assertEquals(IntStream.range(0, PRODUCERS * CALLS * RECORDS).mapToObj(StatelessServers::line).sorted()
                    .toList(), both);
        }
    }
}
