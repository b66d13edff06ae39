package io.sluice.benchmarks.sustain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Real code on a machine in virtual time. What is asserted are bounds that no processor can be too slow or too fast
/// for.
final class VirtualWorkersTest {
    private static final Stores STORES = new Stores(Duration.ofMillis(20), Duration.ofMillis(60), Duration.ofMillis(5),
            60e6, 3_500, 5_500, 1_000, Duration.ZERO);

    private final VirtualTime time = new VirtualTime();
    private final VirtualMachine machine = new VirtualMachine(time, STORES, 1);
    private final VirtualWorkers workers = new VirtualWorkers(4);
    private final Carrier carrier = new Carrier(STORES, ClientCost.NONE);

    /// Gives what `work` gives as a task, once everything has happened.
    private <T> T inTask(Supplier<T> work) {
        List<T> given = new ArrayList<>();
        List<RuntimeException> thrown = new ArrayList<>();
        machine.start(() -> {
            try {
                given.add(work.get());
            } catch (RuntimeException e) {
                thrown.add(e);
            }
        }, () -> {});
        time.runUntil(() -> false);
        if (!thrown.isEmpty()) {
            throw thrown.getFirst();
        }
        return given.getFirst();
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void noMoreRequestsThanTheBoundAreUnderWayAndAllResultsAreInOrder() {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        List<Integer> squares = inTask(() -> workers.map(numbers(40), number -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            int square = carrier.write(0, () -> number * number);
            underWay.decrementAndGet();
            return square;
        }));

        assertEquals(numbers(40).stream().map(number -> number * number).toList(), squares);
        assertEquals(4, most.get());
        assertTrue(time.nanos() >= Duration.ofMillis(40 / 4 * 60).toNanos(), () -> time.nanos() + " ns");
    }

    @Test
    void theBoundIsSharedByMapsSideBySide() {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Supplier<Integer> some = () -> workers.map(numbers(12), _ -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            return carrier.read(0, underWay::decrementAndGet);
        }).size();

        assertEquals(12, inTask(() -> workers.beside(some, () -> assertEquals(12, some.get()))));

        assertEquals(4, most.get());
        assertTrue(time.nanos() >= Duration.ofMillis(24 / 4 * 20).toNanos(), () -> time.nanos() + " ns");
    }

    @Test
    void whatIsAheadGoesOnWhileItsReaderWorks() {
        long[] begun = new long[1];

        int sum = inTask(() -> {
            Supplier<Integer> ahead = workers.ahead(() -> carrier.write(0, () -> 1));
            int own = carrier.write(0, () -> 2);
            begun[0] = time.nanos();
            return own + ahead.get();
        });

        assertEquals(3, sum);
        assertTrue(begun[0] >= Duration.ofMillis(60).toNanos());
    }

    @Test
    void theFirstFailureIsThrownAfterTheRestHasRun() {
        AtomicInteger done = new AtomicInteger();
        RuntimeException thrown = new RuntimeException();
        try {
            inTask(() -> workers.map(numbers(9), number -> {
                if (number % 4 == 2) {
                    throw new IllegalStateException("number " + number);
                }
                return carrier.read(0, done::incrementAndGet);
            }));
        } catch (IllegalStateException e) {
            thrown = e;
        }

        assertEquals("number 2", thrown.getMessage());
        assertEquals(7, done.get());
    }

    @Test
    void theNetworkIsSharedByWhatIsInFlight() {
        inTask(() -> workers.map(numbers(8), _ -> carrier.read(6_000_000, () -> true)));

        assertEquals(Duration.ofMillis(800).toNanos(), machine.networkNanos());
        assertTrue(time.nanos() >= Duration.ofMillis(820).toNanos(), () -> time.nanos() + " ns");
    }

    @Test
    void aPrefixTakesNoMoreRequestsASecondThanItsBound() {
        VirtualWorkers many = new VirtualWorkers(1_000);

        inTask(() -> many.map(numbers(3_501), _ -> carrier.write(0, () -> true)));

        assertTrue(time.nanos() >= Duration.ofSeconds(1).toNanos(), () -> time.nanos() + " ns");
    }

    @Test
    void workTakesLongerWhereTheShareOfAProcessorIsSmaller() {
        assertEquals(2_000, new VirtualMachine(time, STORES, 0.5).lasting(1_000));
        assertEquals(0.579, Stores.processorShare(1_024), 0.001);
        assertFalse(VirtualTask.current().isPresent());
    }
}
