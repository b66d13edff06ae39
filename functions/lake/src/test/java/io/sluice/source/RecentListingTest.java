package io.sluice.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.objects.StoreException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RecentListingTest {
    private Instant now = Instant.parse("2026-01-03T12:00:00Z");
    private Duration takes = Duration.ofSeconds(10);
    private int made;
    private final RecentListing listings = new RecentListing(() -> now, this::listed);

    private SourceListing listed() {
        made++;
        now = now.plus(takes);
        return new SourceListing();
    }

    @Test
    void manyDaysAreSettledByAsManyListingsAsTakeAPartOfTheTime() {
        listings.now();
        for (int day = 0; day < 365; day++) {
            now = now.plusSeconds(1);
            listings.recent();
        }
        assertEquals(5, made, "each is good for 90 seconds after it is there");
    }

    @Test
    void whoAsksForWhatIsThereNowGetsIt() {
        listings.recent();
        listings.now();
        assertEquals(2, made);
        listings.recent();
        assertEquals(2, made, "and leaves it to others");
    }

    @Test
    void whatTookNoTimeIsMadeAnew() {
        takes = Duration.ZERO;
        listings.now();
        listings.recent();
        assertEquals(2, made);
    }

    @Test
    void aClockThatIsSetBackMakesNoListingGoodForLonger() {
        listings.now();
        now = now.minus(Duration.ofDays(1));
        listings.recent();
        assertEquals(2, made);
    }

    @Test
    void aListingThatFailedIsNone() {
        var failing = new RecentListing(() -> now, () -> {
            made++;
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "down");
        });
        assertThrows(StoreException.class, failing::recent);
        assertThrows(StoreException.class, failing::recent);
        assertEquals(2, made);
    }
}
