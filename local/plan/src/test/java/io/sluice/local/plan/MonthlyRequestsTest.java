package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MonthlyRequestsTest {
    private static final long MONTH = 730 * 3_600;

    private final Traffic traffic = new Traffic(3_000, 3e6, Traffic.Basis.GIVEN);
    private final Batches batches = new Batches(1, 3e6, 3_000, Duration.ofSeconds(1), 0);
    private final FlushLoad flush = new FlushLoad(1, 0.01, 0.02, 0.03, 4, 5);
    private final Staging staging = new Staging(1, 1_000, 100, new ObjectSize(0.1, 0), 10, 80, 200, 0,
            Duration.ofMillis(20));

    private RunRequests requests(double tailShare) {
        return MonthlyRequests.of(traffic, batches, flush, IndexLoad.of(batches, 200, flush, 8), staging, tailShare, 2,
                false);
    }

    @Test
    void aBatchIsAPutAndTwoWriteUnits() {
        assertEquals(Math.round((1 + 0.02 + 2) * MONTH), requests(0).s3Put());
        assertEquals((2 + 0.02) * MONTH, requests(0).dynamoDbWriteUnits(), 1e-3);
        assertEquals(0, requests(0).s3List());
    }

    /// A group of ten calls: segment and word, 2 × 11 write units and one for its deletion, a read before it, and no
    /// function of Lambda's.
    @Test
    void aGroupOfCallsIsTwoPutsATransactionAndARead() {
        Batches groups = new Batches(1, 3e6, 3_000, Duration.ofMillis(100), 10);
        IndexLoad index = IndexLoad.of(groups, 200, flush, 8);
        RunRequests requests = MonthlyRequests.of(traffic, groups, flush, index, staging, 0, 2, true);
        RunRequests batches = requests(0);
        assertEquals(MONTH, requests.s3Put() - batches.s3Put());
        assertEquals(21.0 * MONTH, requests.dynamoDbWriteUnits() - batches.dynamoDbWriteUnits(), 1e-3);
        assertEquals(MONTH, requests.dynamoDbReadUnits() - batches.dynamoDbReadUnits(), 1e-3);
        assertEquals(Duration.ZERO, requests.transformTime());
        assertEquals(MONTH, batches.lambdaInvocations() - requests.lambdaInvocations());
    }

    @Test
    void aBatchIsReadOnceAReadAheadAndOnceMoreForADirectoryInItsTail() {
        assertEquals(Math.round((0.01 + 4) * MONTH), requests(0).s3Get());
        assertEquals(Math.round((0.01 + 4 + 1) * MONTH), requests(1).s3Get());
    }

    @Test
    void functionsAreBilledForTheirWorkAndForWaitingOnTheirRequests() {
        // A batch a second: 3 MB of work at 20 ms each, and 50 ms of waiting.
        assertEquals(Duration.ofMillis(Math.round((0.060 + 0.050) * MONTH * 1e3)), requests(0).transformTime());
        assertEquals(Duration.ofMillis(Math.round(0.05 * MONTH * 1e3)), requests(0).flushTime());
        assertEquals(Math.round(1.01 * MONTH), requests(0).lambdaInvocations());
    }
}
