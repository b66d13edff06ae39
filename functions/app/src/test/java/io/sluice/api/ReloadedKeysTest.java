package io.sluice.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Two keys are valid at once, so that each client changes from one to the other when it likes.
final class ReloadedKeysTest {
    private final List<String> warnings = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-27T00:00:00Z");
    private String text = "OLD one";
    private boolean fails;
    private int reads;

    private ReloadedKeys keys() {
        return new ReloadedKeys(this::read, () -> now, warnings::add);
    }

    private String read() {
        reads++;
        if (fails) {
            throw new IllegalStateException("no network");
        }
        return text;
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void aKeyThatIsAddedMayCallWithinSeconds() {
        ReloadedKeys keys = keys();
        text = "OLD one\nNEW two";
        pass(ReloadedKeys.AGE_OF_UNKNOWN_MIN);
        assertTrue(keys.key("NEW").isPresent());
        assertTrue(keys.key("OLD").isPresent());
    }

    @Test
    void aKeyThatIsTakenAwayMayCallForMinutesAtMost() {
        ReloadedKeys keys = keys();
        text = "NEW two";
        pass(ReloadedKeys.AGE_MAX.minusMillis(1));
        assertTrue(keys.key("OLD").isPresent());
        pass(Duration.ofMillis(1));
        assertFalse(keys.key("OLD").isPresent());
    }

    @Test
    void aSecretThatIsChangedIsTheNewOneWithinMinutes() {
        ReloadedKeys keys = keys();
        text = "OLD other";
        pass(ReloadedKeys.AGE_MAX);
        assertEquals("other", keys.key("OLD").orElseThrow().secret());
    }

    /// Of a line that ends in the middle of its secret nobody can tell.
    @Test
    void whatWasReadWhileItWasWrittenIsReadAgainSecondsLater() {
        ReloadedKeys keys = keys();
        text = "OLD oth";
        pass(ReloadedKeys.AGE_MAX);
        assertEquals("oth", keys.key("OLD").orElseThrow().secret());
        text = "OLD other\nNEW two";
        pass(ReloadedKeys.AGE_OF_UNKNOWN_MIN);
        assertEquals("other", keys.key("OLD").orElseThrow().secret());
        for (int second = 0; second < 100; second++) {
            pass(Duration.ofSeconds(1));
            assertTrue(keys.key("OLD").isPresent());
        }
        assertEquals(4, reads, "and once more, when it stays as it is");
    }

    @Test
    void whoMakesUpKeysHasThemReadOnceInSeconds() {
        ReloadedKeys keys = keys();
        for (int second = 1; second <= 100; second++) {
            pass(Duration.ofSeconds(1));
            for (int call = 0; call < 10; call++) {
                assertTrue(keys.key("MADEUP" + call).isEmpty());
            }
        }
        assertEquals(1 + 10, reads);
    }

    @Test
    void callsOfKnownKeysHaveThemReadOnceInMinutes() {
        ReloadedKeys keys = keys();
        for (int second = 0; second < 600; second++) {
            assertTrue(keys.key("OLD").isPresent());
            pass(Duration.ofSeconds(1));
        }
        assertEquals(1 + 1, reads);
    }

    /// A network that is down stops no client, and neither does a text that somebody spoilt.
    @Test
    void keysGoOnWhileTheyCannotBeReadAndThatIsToldOnce() {
        ReloadedKeys keys = keys();
        fails = true;
        for (int minutes = 0; minutes < 20; minutes += 5) {
            pass(ReloadedKeys.AGE_MAX);
            assertTrue(keys.key("OLD").isPresent());
        }
        fails = false;
        text = "a line of no key";
        pass(ReloadedKeys.AGE_MAX);
        assertTrue(keys.key("OLD").isPresent());
        assertEquals(List.of("The access keys can't be read again, and those of before are used on: no network"),
                warnings);
        text = "NEW two";
        pass(ReloadedKeys.AGE_MAX);
        assertFalse(keys.key("OLD").isPresent());
    }

    @Test
    void aClockThatIsSetBackKeepsNoKeyForLonger() {
        ReloadedKeys keys = keys();
        text = "NEW two";
        pass(Duration.ofDays(-1));
        assertFalse(keys.key("OLD").isPresent());
    }

    @Test
    void withoutKeysNothingBegins() {
        fails = true;
        assertThrows(IllegalStateException.class, this::keys);
        fails = false;
        text = "";
        assertThrows(IllegalArgumentException.class, this::keys);
    }
}
