package io.sluice.local.smoke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.plan.Prices;
import org.junit.jupiter.api.Test;

final class SmokePriceTest {
    private static double of(long records) {
        return SmokePrice.of(records, Prices.load()).total();
    }

    @Test
    void theUsualRunIsFarWithinTheBudgetThatThePagesName() {
        assertTrue(of(10_000) < 1, () -> String.valueOf(of(10_000)));
    }

    @Test
    void moreRecordsCostMoreAndNoRunCostsNothing() {
        assertTrue(of(4) >= 0.01 && of(100_000) > of(10_000));
    }

    @Test
    void anHourOfWatchingIsAShareOfItsMonth() {
        assertEquals(8.30 / 730 * 3, SmokePrice.of(4, Prices.load()).watching(), 1e-9);
    }
}
