package io.sluice.lambda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.api.CallerKey;
import io.sluice.api.KeyRing;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.crac.Core;
import org.junit.jupiter.api.Test;

final class FreshKeysTest {
    @Test
    void noneOfBeforeASnapshotIsKnownWhereTheyCannotBeReadAfterIt() {
        AtomicReference<String> only = new AtomicReference<>("OLD");
        FreshKeys keys = new FreshKeys(() -> ring(only.get()));
        assertTrue(keys.key("OLD").isPresent());
        keys.beforeCheckpoint(Core.getGlobalContext());
        only.set("");
        assertThrows(IllegalStateException.class, () -> keys.key("OLD"));
        only.set("NEW");
        assertEquals(Optional.empty(), keys.key("OLD"));
        assertTrue(keys.key("NEW").isPresent());
    }

    private static KeyRing ring(String only) {
        if (only.isEmpty()) {
            throw new IllegalStateException("the secret can't be read");
        }
        return id -> id.equals(only) ? Optional.of(new CallerKey(only, "secret", Optional.empty())) : Optional.empty();
    }
}
