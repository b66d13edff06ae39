package io.sluice.local.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.sluice.input.InputException;
import io.sluice.local.input.Reading.CellType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The columns that a header names, or their numbers, and rows under it as JSON objects. Not for use by several
/// threads.
final class CellColumns {
    /// More columns than any table has; a row of more would be too long a record anyway.
    static final int COLUMNS_MAX = 10_000;

    /// The name for a first column without one: R and pandas write the names of rows so.
    private static final String ROW_NAMES = "column_1";
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final JsonFactory JSON = new JsonFactory()
            .enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);

    private final List<SerializedString> names = new ArrayList<>();
    private final List<CellType> types = new ArrayList<>();

    /// A row that is no record; the message says why, and holds nothing of it.
    static final class UnfitException extends Exception {
        private static final long serialVersionUID = 1L;

        UnfitException(String message) {
            super(message);
        }
    }

    /// @param input  what messages call the input
    /// @param header the first row
    /// @throws InputException when the header can't name columns
    CellColumns(String input, CellRow header, Reading reading) {
        if (header.cells() > COLUMNS_MAX) {
            throw new InputException(input + ": its header names " + header.cells() + " columns, and " + COLUMNS_MAX
                    + " are the most that are read");
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < header.cells(); i++) {
            String name = reading.form() == Reading.Form.BARE_CELLS
                    ? numbered(i, header.cells())
                    : name(input, header, i);
            if (!seen.add(name)) {
                throw new InputException(input + ": its header names two columns '" + name + "', the second is number "
                        + (i + 1) + "; which is which could not be told: rename one");
            }
            names.add(new SerializedString(name));
            types.add(reading.types().getOrDefault(name, CellType.TEXT));
        }
        if (reading.form() == Reading.Form.CELLS) {
            requireApart(input, seen, reading);
        }
        Set<String> unknown = new TreeSet<>(reading.types().keySet());
        unknown.removeAll(seen);
        if (!unknown.isEmpty()) {
            throw new InputException(input + ": its header has no column '" + unknown.iterator().next()
                    + "', which --column-types names");
        }
    }

    /// As DuckDB names them: `column0`, and `column00` where there are more than ten.
    private static String numbered(int cell, int cells) {
        String number = String.valueOf(cell);
        return "column" + "0".repeat(String.valueOf(cells - 1).length() - number.length()) + number;
    }

    private static String name(String input, CellRow header, int cell) {
        try {
            String name = header.text(cell);
            if (cell == 0 && name.isEmpty() && header.cells() > 1) {
                return ROW_NAMES;
            }
            if (name.isBlank()) {
                throw new InputException(input + ": column " + (cell + 1) + " of its header has no name; a header is"
                        + " the first line, and names each column but perhaps the first");
            }
            return name;
        } catch (CharacterCodingException e) {
            throw new InputException(input + ": the name of column " + (cell + 1) + " is no UTF-8 (" + e.getMessage()
                    + "); convert the file, as with iconv -f WINDOWS-1252 -t UTF-8", e);
        }
    }

    /// One column whose name has other delimiters in it is a file with another delimiter.
    private static void requireApart(String input, Set<String> names, Reading reading) {
        if (names.size() > 1) {
            return;
        }
        String only = names.iterator().next();
        for (char other : new char[]{',', ';', '\t', '|'}) {
            if (other != reading.delimiter() && only.indexOf(other) >= 0) {
                throw new InputException(input + ": its header is one column, with " + (other == '\t'
                        ? "tabs in its name; read it with --input-format tsv"
                        : "'" + other + "' in its name; read it with --input-format csv --delimiter '" + other + "'"));
            }
        }
    }

    /// `row` as a JSON object on one line.
    byte[] json(CellRow row) throws UnfitException, IOException {
        if (row.cells() != names.size()) {
            throw new UnfitException("The row has " + row.cells() + (row.cells() == 1 ? " cell" : " cells")
                    + ", and the header names " + names.size());
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (int i = 0; i < names.size(); i++) {
                json.writeFieldName(names.get(i));
                write(row, i, json);
            }
            json.writeEndObject();
        }
        return text.toByteArray();
    }

    private void write(CellRow row, int cell, JsonGenerator json) throws UnfitException, IOException {
        String value;
        try {
            value = row.text(cell);
        } catch (CharacterCodingException e) {
            throw new UnfitException("Column " + names.get(cell).getValue() + " has bytes that are no UTF-8");
        }
        switch (types.get(cell)) {
            case TEXT -> json.writeString(value);
            case NUMBER -> number(value, cell, json);
            case BOOLEAN -> bool(value, cell, json);
        }
    }

    private void number(String value, int cell, JsonGenerator json) throws UnfitException, IOException {
        if (value.isEmpty()) {
            json.writeNull();
        } else if (NUMBER.matcher(value).matches()) {
            json.writeNumber(value);
        } else {
            throw new UnfitException("Column " + names.get(cell).getValue() + " has a value that is no number of JSON");
        }
    }

    private void bool(String value, int cell, JsonGenerator json) throws UnfitException, IOException {
        switch (value.toLowerCase(Locale.ROOT)) {
            case "" -> json.writeNull();
            case "true" -> json.writeBoolean(true);
            case "false" -> json.writeBoolean(false);
            default -> throw new UnfitException(
                    "Column " + names.get(cell).getValue() + " has a value that is neither true nor false");
        }
    }
}
