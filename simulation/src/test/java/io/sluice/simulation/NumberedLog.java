package io.sluice.simulation;

import io.sluice.position.SequenceNumber;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Records that a source numbers in their order, a shard's or a partition's, and how far its reader is.
final class NumberedLog {
    private final String id;
    private final List<SimulatedBatch> records = new ArrayList<>();
    private final List<BigInteger> numbers = new ArrayList<>();
    private BigInteger next;
    /// All before it were answered for, or given up.
    private int checkpoint;
    /// All before it may have been given up.
    private int oldest;

    /// @param first the number of its first record
    NumberedLog(String id, BigInteger first) {
        this.id = id;
        this.next = first;
    }

    String id() {
        return id;
    }

    int size() {
        return records.size();
    }

    SimulatedBatch record(int at) {
        return records.get(at);
    }

    String number(int at) {
        return numbers.get(at).toString();
    }

    int checkpoint() {
        return checkpoint;
    }

    int oldest() {
        return oldest;
    }

    /// @param gap to the number of the next record
    void append(SimulatedBatch record, int gap) {
        records.add(record);
        numbers.add(next);
        next = next.add(BigInteger.valueOf(gap));
    }

    void giveUpTo(int place) {
        checkpoint = place;
        oldest = place;
    }

    /// Records with these numbers are other ones from now on, with other numbers: of these here, any may be lost.
    void putAgain(SequenceNumber first, SequenceNumber last) {
        for (int at = 0; at < size(); at++) {
            SequenceNumber number = new SequenceNumber(number(at));
            if (!first.isAbove(number) && !number.isAbove(last)) {
                records.get(at).forget();
            }
        }
    }

    /// An answer for what was given up meanwhile reaches nobody.
    void answered(int from, int to, Reached reached) {
        reached.note(RareState.RANGE_PARTLY_REPEATED,
                oldest <= from && from < checkpoint && checkpoint < to);
        reached.note(RareState.RANGE_ANSWERED_AFTER_GIVEN_UP, from < oldest);
        for (int at = Math.max(from, oldest); at < to; at++) {
            records.get(at).accept();
        }
        checkpoint = Math.max(checkpoint, to);
    }
}
