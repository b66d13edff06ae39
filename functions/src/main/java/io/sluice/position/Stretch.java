package io.sluice.position;

import java.util.Comparator;
import java.util.Optional;

/// What one batch stages of a source: the records above `after`, up to `last`.
///
/// @param after where the source stood when the batch was taken; empty when nothing of it was staged
/// @param last  of the batch's last record; above `after`
public record Stretch(NumberedSource source, Optional<SequenceNumber> after, SequenceNumber last) {
    /// Places in a source, its beginning first.
    public static final Comparator<Optional<SequenceNumber>> PLACES = (a, b) -> a.isEmpty() || b.isEmpty()
            ? Boolean.compare(a.isPresent(), b.isPresent())
            : a.get().compareTo(b.get());

    /// @throws IllegalArgumentException when there is nothing in it
    public Stretch {
        if (after.isPresent() && !last.isAbove(after.get())) {
            throw new IllegalArgumentException("nothing of " + source + " lies after " + after.get() + " and up to "
                    + last);
        }
    }

    /// Of text, the first of which is empty for a source's beginning.
    ///
    /// @throws IllegalArgumentException when the texts are no stretch
    public static Stretch parse(String source, String after, String last) {
        return new Stretch(new NumberedSource(source),
                after.isEmpty() ? Optional.empty() : Optional.of(new SequenceNumber(after)), new SequenceNumber(last));
    }

    /// `after` as [#parse] reads it.
    public String afterText() {
        return after.map(SequenceNumber::digits).orElse("");
    }

    /// Where the source stands once it is staged.
    public Position end() {
        return new Position(source, last);
    }

    /// Whether a record may be in both; of stretches of one source.
    public boolean overlaps(Stretch other) {
        return PLACES.compare(after, Optional.of(other.last)) < 0 && PLACES.compare(other.after, Optional.of(last)) < 0;
    }

    /// Whether every record of `other` is in it; of stretches of one source.
    public boolean covers(Stretch other) {
        return PLACES.compare(after, other.after) <= 0 && !other.last.isAbove(last);
    }

    @Override
    public String toString() {
        return source + "(" + afterText() + ", " + last + "]";
    }
}
