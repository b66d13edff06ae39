package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.manifest.StreamTally;
import org.junit.jupiter.api.Test;

final class BalanceTest {
    private static Balance balance(long open, long pending, StreamTally tally) {
        return Balance.of(tally, pending, open, 100);
    }

    @Test
    void whatIsNeitherDeliveredNorRejectedIsPending() {
        Balance balance = balance(1, 20, new StreamTally(90, 50, 5, 0, 0));
        assertEquals(new Balance(100, 50, 5, 0, 10, 20, 15, 1), balance);
        assertEquals(45, balance.pending());
        assertTrue(balance.holds());
    }

    @Test
    void aRecordThatIsFoldedTwiceDoesNotHold() {
        assertFalse(balance(0, 0, new StreamTally(101, 101, 0, 0, 0)).holds());
    }

    @Test
    void aRecordThatIsDeliveredTwiceDoesNotHold() {
        assertFalse(balance(0, 0, new StreamTally(100, 101, 0, 0, 0)).holds());
    }

    @Test
    void aRecordThatIsInNoPartitionAndInNoDeliveryDoesNotHold() {
        assertFalse(balance(0, 0, new StreamTally(100, 99, 0, 0, 0)).holds());
    }
}
