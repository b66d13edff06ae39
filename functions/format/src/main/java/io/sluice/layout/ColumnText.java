package io.sluice.layout;

import java.util.Optional;
import java.util.Set;

/// The form of a partition column's values in paths, as far as it is known before there are any.
///
/// @param fixedWidth whether all have the same number of characters
/// @param characters all that they may have; empty: any
public record ColumnText(boolean fixedWidth, Optional<Set<Integer>> characters) {
    /// Nothing is known.
    public static final ColumnText ANY = new ColumnText(false, Optional.empty());

    /// Tests whether `text` has a character that none of the values has.
    boolean neverHasOneOf(String text) {
        return characters.isPresent() && text.chars().anyMatch(c -> !characters.get().contains(c));
    }
}
