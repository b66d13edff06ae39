package io.sluice.local.serve.journal;

import java.util.Arrays;
import java.util.UUID;

/// The receipt of a call: which of its records are in the journal, and under which numbers.
///
/// @param epoch    of the numbers
/// @param sequence the number of the first record that was taken; the others follow
/// @param total    how many records the call has
/// @param taken    the indices of those that were taken, ascending
/// @param repeated whether the call was taken at an earlier attempt
public record PutReceipt(UUID epoch, long sequence, int total, int[] taken, Repeated repeated) {
    /// Whether this is the answer to an earlier attempt.
    public enum Repeated {
        NO, YES
    }

    /// All of `total` records.
    static int[] all(int total) {
        int[] indices = new int[total];
        Arrays.setAll(indices, index -> index);
        return indices;
    }

    PutReceipt again() {
        return new PutReceipt(epoch, sequence, total, taken, Repeated.YES);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PutReceipt receipt && epoch.equals(receipt.epoch) && sequence == receipt.sequence
                && total == receipt.total
                && Arrays.equals(taken, receipt.taken) && repeated == receipt.repeated;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sequence) * 31 + total;
    }

    @Override
    public String toString() {
        return "Receipt[" + taken.length + " of " + total + " from " + sequence + "]";
    }
}
