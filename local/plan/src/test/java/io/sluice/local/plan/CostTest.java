package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.FunctionMemory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The one cost model of `run` and `plan`, on numbers that can be checked by hand with `prices.properties`.
final class CostTest {
    private static final long GB = 1L << 30;
    private static final FunctionMemory MEMORY = new FunctionMemory(2_048, 1_024);

    private final Prices prices = Prices.load();

    @Test
    void eachServiceIsBilledByItsRequestsAndTime() {
        RunRequests requests = new RunRequests(10_000, 100_000, 5_000, 1_000, 2_000_000, 4_000_000, 1_000_000,
                Duration.ofSeconds(1_000), Duration.ofSeconds(500));
        SluiceCost cost = SluiceCost.of(requests, MEMORY, prices);
        assertEquals(0.05 + 0.04 + 0.005, cost.s3(), 1e-9);
        assertEquals(1.25 + 0.5, cost.dynamoDb(), 1e-9);
        assertEquals(0.2 + (2 * 1_000 + 500) * 0.0000133334, cost.lambda(), 1e-9);
        assertEquals(cost.s3() + cost.dynamoDb() + cost.lambda(), cost.total(), 1e-9);
    }

    @Test
    void firehoseBillsDataAndObjectsAndS3BillsTheObjectsToo() {
        FirehoseCost cost = FirehoseCost.of(100, 50_000, prices);
        assertEquals(2, cost.data(), 1e-9);
        assertEquals(0.25, cost.objects(), 1e-9);
        assertEquals(0.25, cost.puts(), 1e-9);
        assertEquals(2.5, cost.total(), 1e-9);
    }

    @Test
    void aGigabyteIsTwoToTheThirty() {
        RunRequests puts = new RunRequests(2_000, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO);
        Cost cost = Cost.of(puts, MEMORY, 2 * GB, 1_000, prices);
        assertEquals(0.005, cost.sluicePerGb().orElseThrow(), 1e-9);
        assertEquals((2 * 0.02 + 0.01) / 2, cost.firehosePerGb().orElseThrow(), 1e-9);
    }

    @Test
    void nothingInHasNoCostPerGigabyte() {
        RunRequests none = new RunRequests(0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO);
        assertTrue(Cost.of(none, MEMORY, 0, 0, prices).sluicePerGb().isEmpty());
    }
}
