package io.sluice.testkit.requests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FaultsTest {
    private static final ObjectKey FIRST = new ObjectKey("a");
    private static final ObjectKey SECOND = new ObjectKey("b");

    private final MemoryObjectStore bucket = new MemoryObjectStore(() -> Instant.EPOCH);
    private int changes;
    private final Faults faults = new Faults(() -> changes++);
    private final ObjectStore store = new PassingObjectStore(bucket, faults.of("data"));

    @Test
    void aProcessThatDiesBeforeItsRequestHasNotMadeIt() {
        faults.arm(Faults.Kind.CRASH_BEFORE, 1);
        put(FIRST);
        assertThrows(Faults.Crash.class, () -> put(SECOND));
        assertEquals(Set.of("a"), bucket.contents().keySet());
        assertEquals(1, changes);
    }

    @Test
    void aProcessThatDiesAfterItsRequestHasMadeIt() {
        faults.arm(Faults.Kind.CRASH_AFTER, 1);
        put(FIRST);
        assertThrows(Faults.Crash.class, () -> put(SECOND));
        assertEquals(Set.of("a", "b"), bucket.contents().keySet());
        assertEquals(2, changes);
    }

    @Test
    void aWriteWhoseAnswerIsLostIsMadeAndUnknown() {
        faults.arm(Faults.Kind.ANSWER_LOST, 0);
        StoreException lost = assertThrows(StoreException.class, () -> put(FIRST));
        assertEquals(StoreException.Kind.UNKNOWN, lost.kind());
        assertEquals(Set.of("a"), bucket.contents().keySet());
    }

    @Test
    void aReadWhoseAnswerIsLostHasFailedAndChangedNothing() {
        put(FIRST);
        faults.arm(Faults.Kind.ANSWER_LOST, 0);
        StoreException lost = assertThrows(StoreException.class, () -> store.get(FIRST));
        assertEquals(StoreException.Kind.UNAVAILABLE, lost.kind());
        assertEquals(1, changes);
    }

    @Test
    void requestsAreNumberedFromTheArmingOnOverAllPorts() {
        put(FIRST);
        faults.arm(Faults.Kind.CRASH_BEFORE, 2);
        store.get(FIRST);
        ObjectStore staging = new PassingObjectStore(bucket, faults.of("staging"));
        staging.head(FIRST);
        Faults.Crash crash = assertThrows(Faults.Crash.class, () -> store.delete(List.of(FIRST)));
        assertEquals("data DELETE 1", crash.getMessage());
        assertEquals(List.of("data GET a", "staging HEAD a", "data DELETE 1"), faults.requests);
        faults.disarm();
        store.delete(List.of(FIRST));
        assertEquals(Set.of(), bucket.contents().keySet());
    }

    private void put(ObjectKey key) {
        store.put(key, Body.of("x".getBytes(UTF_8)));
    }
}
