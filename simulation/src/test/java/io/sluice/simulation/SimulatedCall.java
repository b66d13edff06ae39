package io.sluice.simulation;

import io.sluice.firehose.SourceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A call of Firehose's API as its client sees it, and what came of the attempts at it. How often its records may land,
/// and must, is worked out here by the attempts' times alone.
final class SimulatedCall implements SimulatedBatch.Copies {
    /// A repeat that comes later may be taken for a call of its own.
    private static final long KNOWN_FOR = Duration.ofDays(1).toMillis();

    private final SimulatedBatch batch;
    private final String invocation;
    private final boolean fails;
    private final List<Attempt> attempts = new ArrayList<>();
    private List<String> ids = List.of();
    private int answers;

    /// @param invocation the client's name of it; empty: it has none
    /// @param fails      a replica can't stage it
    SimulatedCall(int number, List<SimulatedRecord> records, long now, String invocation, boolean fails) {
        this.batch = new SimulatedBatch(number, records, now, this);
        this.invocation = invocation;
        this.fails = fails;
    }

    SimulatedBatch batch() {
        return batch;
    }

    String invocation() {
        return invocation;
    }

    boolean isNamed() {
        return !invocation.isEmpty();
    }

    /// Whether an attempt at it was not to be known again.
    boolean wasEverUnknown() {
        return attempts.stream().anyMatch(attempt -> !attempt.known);
    }

    boolean fails() {
        return fails;
    }

    boolean isAnswered() {
        return answers > 0;
    }

    /// One attempt, by a replica that may be suspended.
    static final class Attempt {
        private final long begun;
        private final boolean known;
        private long over = Long.MAX_VALUE;

        private Attempt(long begun, boolean known) {
            this.begun = begun;
            this.known = known;
        }

        /// No request of it arrives later.
        void over(long time) {
            over = time + World.LATE_MAX.toMillis();
        }
    }

    /// @param known whether another attempt at it is to be known
    Attempt begin(long now, boolean known) {
        Attempt attempt = new Attempt(now, known && isNamed());
        attempts.add(attempt);
        return attempt;
    }

    /// The request's body as the attempts have it.
    List<byte[]> payloads(Configuration configuration) {
        return batch.attempt(configuration).records().stream().map(SourceRecord::data).toList();
    }

    /// @throws Violation when an earlier attempt at it was answered by other ids
    void answer(List<String> answered) {
        if (isNamed() && !ids.isEmpty() && !ids.equals(answered)) {
            throw new Violation(batch + " was answered by the ids " + ids + " and by " + answered);
        }
        ids = answered;
        answers++;
        batch.accept();
    }

    /// What has no name is staged by each attempt that is answered.
    @Override
    public int least() {
        return isNamed() ? Math.min(1, answers) : answers;
    }

    /// What is known is staged again a day after it was staged at the earliest.
    @Override
    public int most() {
        int most = (int) attempts.stream().filter(attempt -> !attempt.known).count();
        long forgottenFrom = Long.MIN_VALUE;
        for (Attempt attempt : attempts) {
            if (attempt.known && attempt.over >= forgottenFrom) {
                most++;
                forgottenFrom = Math.max(attempt.begun, forgottenFrom) + KNOWN_FOR;
            }
        }
        return most;
    }

    @Override
    public String toString() {
        return batch.number() + (isNamed() ? "" : " nameless") + (fails ? " fails" : "");
    }
}
