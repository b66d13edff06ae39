package io.sluice.manifest;

/// What went through a stream since its first commit. `staged = delivered + rejected + forfeited + pending + open`
/// holds at every commit; a mismatch means that records were lost or doubled.
///
/// @param staged    records folded, error records included
/// @param delivered records in objects that were written
/// @param rejected  error records in error objects that were written
/// @param dropped   records that transformations dropped on purpose; not in `staged`
/// @param forfeited records whose staged bytes were damaged and that an operator gave up; in no object
public record Tally(long staged, long delivered, long rejected, long dropped, long forfeited) {
    public static final Tally ZERO = new Tally(0, 0, 0, 0, 0);

    /// Of which nothing is forfeited.
    public Tally(long staged, long delivered, long rejected, long dropped) {
        this(staged, delivered, rejected, dropped, 0);
    }

    /// Of both.
    public Tally plus(Tally other) {
        return new Tally(staged + other.staged, delivered + other.delivered, rejected + other.rejected,
                dropped + other.dropped, forfeited + other.forfeited);
    }

    Tally folded(long moreStaged, long moreDropped) {
        return new Tally(staged + moreStaged, delivered, rejected, dropped + moreDropped, forfeited);
    }

    /// @param settled how `delivery` ended: which of its records its own object lacks
    Tally written(Delivery delivery, Settled settled) {
        long own = delivery.records() - settled.rejected() - settled.forfeited();
        long lost = forfeited + settled.forfeited();
        return switch (delivery.kind()) {
            case DATA -> new Tally(staged, delivered + own, rejected + settled.rejected(), dropped, lost);
            case ERRORS -> new Tally(staged, delivered, rejected + own + settled.rejected(), dropped, lost);
        };
    }
}
