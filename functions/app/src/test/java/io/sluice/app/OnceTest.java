package io.sluice.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class OnceTest {
    @Test
    void whatNobodyAsksForIsNotMade() {
        AtomicInteger made = new AtomicInteger();
        Once<Integer> once = new Once<>(made::incrementAndGet);
        assertEquals(Optional.empty(), once.ifMade());
        assertEquals(0, made.get());
    }

    @Test
    void itIsMadeOnce() {
        Once<Object> once = new Once<>(Object::new);
        assertSame(once.get(), once.get());
        assertSame(once.get(), once.ifMade().orElseThrow());
    }

    @Test
    void afterAFailureItIsTriedAgain() {
        AtomicInteger tries = new AtomicInteger();
        Once<Integer> once = new Once<>(() -> {
            if (tries.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return tries.get();
        });
        assertThrows(IllegalStateException.class, once::get);
        assertEquals(2, once.get());
    }
}
