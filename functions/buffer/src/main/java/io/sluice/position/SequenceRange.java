package io.sluice.position;

import java.util.Comparator;
import java.util.Optional;

/// What one batch stages of a source: its records from `first` to `last`, where the source stood at `after`.
///
/// Between `after` and `first` the source has no records, as far as its table knew them: where the table was set back
/// to an earlier point, others had staged them. So `after` tells how batches follow one another, and `first` and `last`
/// tell which records are in one.
///
/// @param after where the source stood when the batch was taken; empty when nothing of it was staged
/// @param first of the batch's first record; above `after`
/// @param last  of the batch's last record; `first` or above
public record SequenceRange(NumberedSource source, Optional<SequenceNumber> after, SequenceNumber first,
        SequenceNumber last) {
    /// Places in a source, its beginning first.
    public static final Comparator<Optional<SequenceNumber>> PLACES = (a, b) -> a.isEmpty() || b.isEmpty()
            ? Boolean.compare(a.isPresent(), b.isPresent())
            : a.get().compareTo(b.get());

    /// @throws IllegalArgumentException when there is nothing in it
    public SequenceRange {
        if ((after.isPresent() && !first.isAbove(after.get())) || first.isAbove(last)) {
            throw new IllegalArgumentException("no records of " + source + " lie after "
                    + after.map(SequenceNumber::digits).orElse("its beginning") + " and from " + first + " to " + last);
        }
    }

    /// Of text, the first of which is empty for a source's beginning.
    ///
    /// @throws IllegalArgumentException when the texts are no range
    public static SequenceRange parse(String source, String after, String first, String last) {
        return new SequenceRange(new NumberedSource(source),
                after.isEmpty() ? Optional.empty() : Optional.of(new SequenceNumber(after)), new SequenceNumber(first),
                new SequenceNumber(last));
    }

    /// `after` as [#parse] reads it.
    public String afterText() {
        return after.map(SequenceNumber::digits).orElse("");
    }

    /// The source's position once it is staged.
    public Position end() {
        return new Position(source, last);
    }

    /// The same records, said to follow right upon the number before them.
    public SequenceRange tight() {
        return new SequenceRange(source, first.before(), first, last);
    }

    /// The same records, said to follow upon another place.
    ///
    /// @param place below `first`
    public SequenceRange following(Optional<SequenceNumber> place) {
        return new SequenceRange(source, place, first, last);
    }

    /// Whether any of its records lies above `other`'s `after`, and not above its `last`; of ranges of one source.
    public boolean hasRecordsIn(SequenceRange other) {
        return !first.isAbove(other.last) && PLACES.compare(Optional.of(last), other.after) > 0;
    }

    /// Whether all of its records lie there.
    public boolean isWithin(SequenceRange other) {
        return PLACES.compare(Optional.of(first), other.after) > 0 && !last.isAbove(other.last);
    }

    /// Whether `other`, its gap before the first record included, lies within this one, and its own gap; of ranges
    /// of one source.
    public boolean covers(SequenceRange other) {
        return PLACES.compare(after, other.after) <= 0 && !other.last.isAbove(last);
    }

    @Override
    public String toString() {
        return source + "(" + afterText() + ", " + first + " to " + last + "]";
    }
}
