package io.sluice.local.verify;

import java.util.Map;

/// The form of the texts among the inputs.
///
/// @param delimiter between cells
/// @param types     of columns whose cells are no texts, by name: `number` or `boolean`
public record InputForm(Kind kind, char delimiter, Map<String, String> types) {
    /// Lines and JSON documents.
    public static final InputForm LINES = new InputForm(Kind.LINES, ',', Map.of());

    /// The form of a text.
    public enum Kind {
        LINES, ARRAY, CELLS,
        /// Rows without a header.
        BARE_CELLS
    }

    public InputForm {
        types = Map.copyOf(types);
    }
}
