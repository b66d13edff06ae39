package io.sluice.deaggregate;

import io.sluice.input.RecordsPath;
import java.util.List;

/// `Sluice.RecordsAt`: the array whose elements are the records of a source record that is a JSON document, and what
/// each of them has of the document.
///
/// Pure and without state: the same document gives the same records at every attempt.
///
/// @param path   to the array
/// @param parent names of members of the document that each element gets, unless it has a member of that name
public record RecordsPlace(RecordsPath path, List<String> parent) {
    public RecordsPlace {
        parent = List.copyOf(parent);
        if (!parent.isEmpty() && path.names().isEmpty()) {
            throw new IllegalArgumentException("a document that is the array has no members");
        }
    }

    /// A part of a source record.
    public sealed interface Part {
        /// A user record.
        record Element(Piece.Element piece) implements Part {}

        /// A document whose array has no elements.
        record Empty() implements Part {}

        /// A document without the array, or what is no document.
        record Refused(Piece.Broken piece) implements Part {}
    }

    /// The parts of a source record that is documents one after another, in order; at least one. Each byte of the
    /// source is in an element, in a refused part, or in what a document has beside its array.
    public List<Part> split(Piece source) {
        return new DocumentSplit(this, source.source(), source.offset(), source.offset() + source.length()).run();
    }
}
