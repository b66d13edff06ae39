package io.sluice.manifest;

/// What went through a stream since its first commit. `staged = delivered + rejected + pending + open` holds at every
/// commit; a mismatch means that records were lost or doubled.
///
/// @param staged    records folded, error records included
/// @param delivered records in objects that were written
/// @param rejected  error records in error objects that were written
/// @param dropped   records that transformations dropped on purpose; not in `staged`
public record Tally(long staged, long delivered, long rejected, long dropped) {
    public static final Tally ZERO = new Tally(0, 0, 0, 0);

    Tally folded(long moreStaged, long moreDropped) {
        return new Tally(staged + moreStaged, delivered, rejected, dropped + moreDropped);
    }

    /// @param moreRejected records of `delivery` that are in its object of rejects
    Tally written(Delivery delivery, long moreRejected) {
        return switch (delivery.kind()) {
            case DATA -> new Tally(staged, delivered + delivery.records() - moreRejected, rejected + moreRejected,
                    dropped);
            case ERRORS -> new Tally(staged, delivered, rejected + delivery.records(), dropped);
        };
    }
}
