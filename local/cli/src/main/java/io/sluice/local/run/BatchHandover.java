package io.sluice.local.run;

import io.sluice.local.JobFailedException;
import io.sluice.local.batch.AnswerCheck;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.EventWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Hands batches to the transform function, two at a time as Firehose hands over several, and checks its answers. Not
/// for use by several threads.
final class BatchHandover implements AutoCloseable {
    private static final int INVOCATIONS_AT_ONCE = 2;
    private static final int WAITING_MAX = 1;
    private static final Duration ENDING_MAX = Duration.ofSeconds(10);

    private final LocalFunctions functions;
    private final EventWriter events;
    private final Refusals refusals;
    private final Handover handover;
    private final ExecutorService invocations;
    private final Deque<Future<?>> running = new ArrayDeque<>();

    /// @param refusals the functions ask them
    BatchHandover(LocalFunctions functions, EventWriter events, Refusals refusals, Handover handover) {
        this.functions = functions;
        this.handover = handover;
        this.refusals = refusals;
        this.events = events;
        this.invocations = Executors.newFixedThreadPool(INVOCATIONS_AT_ONCE, Thread.ofPlatform().name("invocation-", 0)
                .daemon().factory());
    }

    /// Hands `batch` over; waits while too many are under way.
    ///
    /// @throws JobFailedException when an earlier batch failed
    void submit(Batch batch) {
        while (running.size() >= INVOCATIONS_AT_ONCE + WAITING_MAX) {
            awaitOldest();
        }
        running.add(invocations.submit(() -> {
            refusals.begin(batch);
            try {
                invoke(batch);
            } finally {
                refusals.end(batch);
            }
            return null;
        }));
    }

    /// Waits until every batch that was handed over is staged.
    ///
    /// @throws JobFailedException when one failed
    void await() {
        while (!running.isEmpty()) {
            awaitOldest();
        }
    }

    private void invoke(Batch batch) throws Exception {
        switch (handover) {
            case DIRECT -> functions.stage(events.read(batch, 0));
            case WIRE -> answered(batch);
        }
    }

    private void answered(Batch batch) throws Exception {
        byte[] answer = functions.transform(events.write(batch, 0));
        Map<String, Long> results = AnswerCheck.results(batch, answer);
        long dropped = results.getOrDefault("Dropped", 0L);
        if (dropped != batch.records().size()) {
            throw new IllegalStateException("The transform function left " + (batch.records().size() - dropped) + " of "
                    + batch.records().size() + " records to Firehose, which is not here to deliver them");
        }
    }

    private void awaitOldest() {
        try {
            running.removeFirst().get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new JobFailedException("A batch could not be staged: " + cause.getMessage(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobFailedException("Interrupted", e);
        }
    }

    /// Interrupts what is under way, and waits a little for its end: the services that it uses are closed next, and who
    /// opens them again would meet it there.
    @Override
    public void close() {
        invocations.shutdownNow();
        try {
            invocations.awaitTermination(ENDING_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
