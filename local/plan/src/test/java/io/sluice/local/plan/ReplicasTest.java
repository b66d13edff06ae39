package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.event.CallSettings;
import io.sluice.event.CallSettings.Retries;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReplicasTest {
    private static final CallSettings TENTH = new CallSettings(Duration.ofMillis(100), Retries.ONCE);

    private static Traffic traffic(double recordsPerSecond, double recordBytes) {
        return new Traffic(recordsPerSecond, recordsPerSecond * recordBytes, Traffic.Basis.GIVEN);
    }

    @ParameterizedTest
    @CsvSource({
            // records a second, bytes of one, records a call: replicas, calls a group, groups a second
            // Ten calls a second, five to each of two: whoever comes first waits a tenth for half a call.
            "10,      100,   1,  2,  1.5,  6.666667",
            // 2,000 calls a second: the bound of 99 is reached in a tenth of a second.
            "1000000, 100, 500,  7, 29.571429, 67.632850",
            "10000,   100,   1, 10, 99,  101.010101",
            // 4 MiB are full before the time is over.
            "30000,  1000, 500,  2,  4,    15",
            // A call of 4 MiB is a group by itself.
            "2, 2097152,  2,  2,  1,     1",
            // As is one that is larger than a group.
            "1, 9000000,  1,  2,  1,     1"})
    void callsJoinForATenthOfASecondOrUntilTheirGroupIsFull(double records, double bytes, double perCall, int count,
            double together, double groups) {
        Replicas replicas = Replicas.of(traffic(records, bytes), perCall, TENTH);
        assertEquals(count, replicas.count());
        assertEquals(together, replicas.callsPerGroup(), together * 0.05);
        assertEquals(groups, replicas.groups().perSecond(), groups * 0.05);
        assertEquals(records, replicas.groups().records() * replicas.groups().perSecond(), records * 1e-9);
        assertEquals(replicas.callsPerGroup(), replicas.groups().receipts(), 1e-9);
    }

    @Test
    void callsThatMayComeTwiceHaveNoReceipts() {
        CallSettings again = new CallSettings(Duration.ofMillis(100), Retries.AGAIN);
        assertEquals(0, Replicas.of(traffic(10, 100), 1, again).groups().receipts());
    }

    @Test
    void aCallThatFirehoseWouldNotTakeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Replicas.of(traffic(1_000, 100), 501, TENTH));
        assertThrows(IllegalArgumentException.class, () -> Replicas.of(traffic(1_000, 10_000), 500, TENTH));
        assertEquals(419, Replicas.recordsMax(traffic(1_000, 10_000)));
        assertEquals(500, Replicas.recordsMax(traffic(1_000, 100)));
    }

    /// Two tasks of a vCPU and 2 GB for 730 hours; 1 MB/s of payload in records of 1,000 bytes are 1.345 MB/s of JSON.
    @Test
    void theBillIsThatOfTasksABalancerAndZones() {
        DirectCost cost = DirectCost.of(Replicas.of(traffic(1_000, 1_000), 100, TENTH), Prices.load());
        double gigabytes = 1_000 * (1_000 * 4 / 3.0 + 12) * 730 * 3_600 / (1 << 30);
        assertEquals(2 * 730 * (0.03238 + 2 * 0.00356), cost.compute(), 1e-6);
        assertEquals(730 * 0.0225 + gigabytes * 0.006, cost.balancer(), 1e-6);
        assertEquals(gigabytes * 0.01, cost.zones(), 1e-6);
        assertEquals(cost.compute() + cost.balancer() + cost.zones(), cost.total(), 1e-9);
    }
}
