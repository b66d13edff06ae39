package io.sluice.local.serve.streams;

import io.sluice.manifest.StreamTally;

/// The balance of a stream's records: `in = delivered + rejected + dropped + pending`. What came in is counted at the
/// door, by the journal's numbers; the others are told by the flusher's last commit. Neither is worked out of the other
/// but `waiting`, which is what the door took and the flusher has not folded; it is 0 when all is delivered.
///
/// It means something where each record makes one record: not where records are taken apart, or code makes several.
///
/// @param in        records acknowledged since the stream's creation, redriven ones too
/// @param delivered in objects
/// @param rejected  in error objects
/// @param dropped   by code, or given up by an operator
/// @param waiting   in the journal, or staged and not folded yet
/// @param buffered  folded, in partitions that wait
/// @param writing   in deliveries that were decided and are not known to be written
/// @param open      how many such deliveries there are
public record Balance(long in, long delivered, long rejected, long dropped, long waiting, long buffered, long writing,
        long open) {
    static Balance of(StreamTally tally, long pending, long open, long in) {
        long settled = tally.delivered() + tally.rejected() + tally.discarded();
        return new Balance(in, tally.delivered(), tally.rejected(), tally.dropped() + tally.discarded(),
                in - tally.staged() - tally.dropped(), pending, tally.staged() - settled - pending, open);
    }

    /// Records that are on their way.
    public long pending() {
        return waiting + buffered + writing;
    }

    /// Tests whether it adds up, and nothing was doubled or lost on the way: more folded than came in, more in objects
    /// than was folded, or records that are written by no delivery.
    public boolean holds() {
        return in == delivered + rejected + dropped + pending() && waiting >= 0 && buffered >= 0 && writing >= 0
                && (open > 0 || writing == 0);
    }
}
