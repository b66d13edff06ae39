package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.work.Workers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class VirtualThreadWorkersTest {
    private final Workers workers = new VirtualThreadWorkers(1);

    @Test
    void whatIsAsideRunsWhileTheWorkDoes() {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch aside = new CountDownLatch(1);
        String given = workers.beside(() -> {
            await(working);
            aside.countDown();
            return "given";
        }, () -> {
            working.countDown();
            await(aside);
        });
        assertEquals("given", given);
    }

    @Test
    void whatIsAsideTakesNothingFromTheBoundOnRequests() {
        CountDownLatch mapped = new CountDownLatch(1);
        workers.beside(() -> {
            await(mapped);
            return "";
        }, () -> {
            workers.map(List.of(1, 2), each -> each);
            mapped.countDown();
        });
        assertEquals(0, mapped.getCount());
    }

    @Test
    void whatIsAsideEndsBeforeTheWorksFailureIsThrown() {
        CountDownLatch failing = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        IllegalStateException failure = new IllegalStateException("work");
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> workers.beside(() -> {
            await(failing);
            ended.set(true);
            return "";
        }, () -> {
            failing.countDown();
            throw failure;
        }));
        assertSame(failure, thrown);
        assertTrue(ended.get());
    }

    @Test
    void ofTwoFailuresNoneIsLost() {
        IllegalStateException aside = new IllegalStateException("aside");
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> workers.beside(() -> {
            throw aside;
        }, () -> {
            throw new IllegalStateException("work");
        }));
        assertEquals("work", thrown.getMessage());
        assertEquals(List.of(aside), List.of(thrown.getSuppressed()));
    }

    @Test
    void aFailureAsideIsThrownOnceTheWorkIsDone() {
        AtomicBoolean done = new AtomicBoolean();
        IllegalStateException aside = new IllegalStateException("aside");
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> workers.beside(() -> {
            throw aside;
        }, () -> done.set(true)));
        assertSame(aside, thrown);
        assertTrue(done.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
