package io.sluice.local.serve.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BalanceTest {
    private static FlushAnswer answer(long open, long pending, long staged, long delivered, long rejected) {
        return new FlushAnswer(0, 0, open, 1, pending, 0, staged, delivered, rejected, 0, 0, List.of(),
                Optional.empty());
    }

    @Test
    void whatIsNeitherDeliveredNorRejectedIsPending() {
        Balance balance = Balance.of(answer(1, 20, 90, 50, 5), 100);
        assertEquals(new Balance(100, 50, 5, 0, 10, 20, 15, 1), balance);
        assertEquals(45, balance.pending());
        assertTrue(balance.holds());
    }

    @Test
    void aRecordThatIsFoldedTwiceDoesNotHold() {
        assertFalse(Balance.of(answer(0, 0, 101, 101, 0), 100).holds());
    }

    @Test
    void aRecordThatIsDeliveredTwiceDoesNotHold() {
        assertFalse(Balance.of(answer(0, 0, 100, 101, 0), 100).holds());
    }

    @Test
    void aRecordThatIsInNoPartitionAndInNoDeliveryDoesNotHold() {
        assertFalse(Balance.of(answer(0, 0, 100, 99, 0), 100).holds());
    }
}
