package io.sluice.local.verify;

import java.util.List;
import java.util.Map;

/// The form of the texts among the inputs.
///
/// @param delimiter between cells
/// @param types     of columns whose cells are no texts, by name: `number` or `boolean`
/// @param path      the names that lead from a document to the array of its records
public record InputForm(Kind kind, char delimiter, Map<String, String> types, List<String> path) {
    /// Lines and JSON documents.
    public static final InputForm LINES = new InputForm(Kind.LINES, ',', Map.of(), List.of());

    /// The form of a text.
    public enum Kind {
        LINES,
        /// JSON documents, whatever lines they go over; what is none is lines.
        DOCUMENTS, ARRAY, ELEMENTS, CELLS,
        /// Rows without a header.
        BARE_CELLS
    }

    public InputForm {
        types = Map.copyOf(types);
        path = List.copyOf(path);
    }
}
