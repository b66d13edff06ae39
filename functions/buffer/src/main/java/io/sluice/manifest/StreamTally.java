package io.sluice.manifest;

/// The records that went through a stream since its first commit.
/// `staged = delivered + rejected + discarded + pending + open` holds at every commit; a mismatch means that records
/// were lost or doubled.
///
/// @param staged    records folded, error records included
/// @param delivered records in objects that were written
/// @param rejected  error records in error objects that were written
/// @param dropped   records that transformations dropped on purpose; not in `staged`
/// @param discarded records whose staged bytes were damaged and that an operator gave up; in no object
public record StreamTally(long staged, long delivered, long rejected, long dropped, long discarded) {
    public static final StreamTally ZERO = new StreamTally(0, 0, 0, 0, 0);

    /// Of both.
    public StreamTally plus(StreamTally other) {
        return new StreamTally(staged + other.staged, delivered + other.delivered, rejected + other.rejected,
                dropped + other.dropped, discarded + other.discarded);
    }

    StreamTally folded(long moreStaged, long moreDropped) {
        return new StreamTally(staged + moreStaged, delivered, rejected, dropped + moreDropped, discarded);
    }

    /// @param settled how `delivery` ended: which of its records its own object lacks
    StreamTally written(Delivery delivery, Settled settled) {
        long own = delivery.records() - settled.rejected() - settled.discarded();
        long lost = discarded + settled.discarded();
        return switch (delivery.kind()) {
            case DATA -> new StreamTally(staged, delivered + own, rejected + settled.rejected(), dropped, lost);
            case ERRORS -> new StreamTally(staged, delivered, rejected + own + settled.rejected(), dropped, lost);
        };
    }
}
