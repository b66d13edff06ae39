package io.sluice.local.input;

import io.sluice.input.RecordsPath;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The way to read inputs that do not show it themselves: what is compressed, Parquet, and what nothing here reads are
/// known by their content; that a text is CSV is not.
///
/// @param form      what texts are
/// @param delimiter between cells; an ASCII character
/// @param types     of columns, by name; the others are text
/// @param at        where the records are in documents
public record Reading(Form form, char delimiter, Map<String, CellType> types, RecordsPath at) {
    /// Lines and JSON documents; content that is known to be something else is refused, or read as what it is.
    public static final Reading RECORDS = new Reading(Form.RECORDS, ',', Map.of(), RecordsPath.DOCUMENT);
    /// Lines and JSON documents, whatever they are.
    public static final Reading LINES = new Reading(Form.LINES, ',', Map.of(), RecordsPath.DOCUMENT);
    /// JSON documents, whatever lines they go over; what is none is lines.
    public static final Reading DOCUMENTS = new Reading(Form.DOCUMENTS, ',', Map.of(), RecordsPath.DOCUMENT);
    /// One array after another, each element a record.
    public static final Reading ARRAY = new Reading(Form.ARRAY, ',', Map.of(), RecordsPath.DOCUMENT);

    /// The form of a text.
    public enum Form {
        RECORDS, LINES, DOCUMENTS, ARRAY,
        /// Documents that have the records in an array.
        ELEMENTS, CELLS,
        /// Rows without a header.
        BARE_CELLS
    }

    /// The type that the text in a column's cells has in JSON.
    public enum CellType {
        /// A text, as it is.
        TEXT,
        /// A number, digit by digit as it is; an empty cell is `null`.
        NUMBER,
        /// `true` or `false`, in any letter case; an empty cell is `null`.
        BOOLEAN
    }

    public Reading {
        if (delimiter >= 0x80 || delimiter == '"' || delimiter == '\r' || delimiter == '\n' || delimiter == 0) {
            throw new IllegalArgumentException("cells can't be apart by character " + (int) delimiter
                    + "; it must be one of ASCII, and no quote and no line end");
        }
        types = Map.copyOf(types);
    }

    /// Rows under a header.
    public static Reading cells(char delimiter, Map<String, CellType> types) {
        return new Reading(Form.CELLS, delimiter, types, RecordsPath.DOCUMENT);
    }

    /// Elements of the arrays that documents have at `path`.
    public static Reading elements(RecordsPath path) {
        return path.equals(RecordsPath.DOCUMENT) ? ARRAY : new Reading(Form.ELEMENTS, ',', Map.of(), path);
    }

    /// Rows without a header above them, which would be read as one.
    public Reading withoutHeader() {
        return new Reading(Form.BARE_CELLS, delimiter, types, at);
    }

    /// The same text for the same reading: part of what a run must be resumed with.
    public String description() {
        String name = form.name().toLowerCase(Locale.ROOT);
        return switch (form) {
            case RECORDS, LINES, DOCUMENTS, ARRAY -> name;
            case ELEMENTS -> name + " at " + at.text();
            case CELLS, BARE_CELLS -> name + " by " + (int) delimiter + " " + new TreeMap<>(types);
        };
    }
}
