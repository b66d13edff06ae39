package io.sluice.local.input;

import io.sluice.input.NarrowText;
import io.sluice.input.RecordsPath;
import io.sluice.lines.LineForms;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Sees what a text looks like that is no JSON of records, from its beginning. A guess, for a sentence.
final class TextHint {
    private static final int LINES_MIN = 2;
    private static final int ROWS_MAX = 20;
    /// A number or a date; a year of four digits may be a name.
    private static final Pattern DATA = Pattern
            .compile("\\s*\"?(?!(19|20)\\d\\d\"?\\s*$)(-?\\d+([.,]\\d+)?|\\d{4}-\\d{2}-\\d{2}([T ].*)?)\"?\\s*");
    private static final Pattern VALUE = Pattern.compile("\\s*\"?-?\\d.*|\\s*");
    private static final Pattern PRETTY = Pattern.compile("\\s*[{\\[][ \\t\\r]*\n");
    private static final Pattern ARRAY_OF_OBJECTS = Pattern.compile("\\s*\\[\\s*\\{");

    private TextHint() {}

    /// A sentence without its subject.
    ///
    /// @param head    the first bytes
    /// @param reading the way in which it is read
    static Optional<String> of(byte[] head, Reading reading) {
        if (!InputCheck.isUtf8(head)) {
            return Optional.of("has bytes that are no UTF-8, which tables read wrongly; convert it, as with "
                    + NarrowText.conversion(head));
        }
        String text = text(head);
        if (reading.form() == Reading.Form.CELLS && isData(text, reading.delimiter())) {
            return Optional.of("begins with a line that looks like data and is read as a header; --no-header makes it"
                    + " a row");
        }
        if (reading.form() != Reading.Form.RECORDS) {
            return Optional.empty();
        }
        if (ARRAY_OF_OBJECTS.matcher(text).lookingAt()) {
            return Optional.of("begins with an array of objects, which would be one record;"
                    + " --input-format json-array makes each element one");
        }
        Optional<RecordsPath> array = ArrayHint.of(head);
        if (array.isPresent()) {
            return Optional.of("begins with a document that would be one record; --records-at '"
                    + array.get().text() + "' makes each element of the array there one");
        }
        Optional<String> lines = lineForm(head);
        if (lines.isPresent()) {
            return Optional
                    .of("looks like lines of " + lines.get() + ": each line would be a record, and none is"
                            + " JSON; --input-format " + lines.get() + " makes an object of each");
        }
        char delimiter = delimiter(text);
        return switch (delimiter) {
            case 0 -> Optional.empty();
            case ',' -> Optional.of("looks like CSV: each line would be a record, and none is JSON;"
                    + " --input-format csv makes an object of each row");
            case '\t' -> Optional.of("looks like TSV: each line would be a record, and none is JSON;"
                    + " --input-format tsv makes an object of each row");
            default -> Optional.of("looks like CSV with '" + delimiter + "': each line would be a record, and"
                    + " none is JSON; --input-format csv --delimiter '" + delimiter + "' makes an object of each row");
        };
    }

    /// Returns the way to read it, where that is not as records.
    static Optional<Reading> reading(byte[] head) {
        String text = text(head);
        if (ARRAY_OF_OBJECTS.matcher(text).lookingAt()) {
            return Optional.of(Reading.ARRAY);
        }
        Optional<RecordsPath> array = ArrayHint.of(head);
        if (array.isPresent()) {
            return array.map(Reading::elements);
        }
        char delimiter = lineForm(head).isPresent() ? 0 : delimiter(text);
        return delimiter == 0
                ? Optional.empty()
                : Optional.of(Reading.cells(delimiter, Map.of()))
                        .map(cells -> isData(text, delimiter) ? cells.withoutHeader() : cells);
    }

    /// Tests whether the first line names no columns: a cell of it is a number or a date, as those below are, or stands
    /// below again.
    private static boolean isData(String text, char delimiter) {
        List<List<String>> rows = text.lines().filter(line -> !line.isBlank()).limit(ROWS_MAX)
                .map(line -> List.of(line.split(Pattern.quote(String.valueOf(delimiter)), -1))).toList();
        if (rows.size() < LINES_MIN) {
            return false;
        }
        List<String> first = rows.getFirst();
        List<List<String>> others = rows.stream().filter(row -> !row.equals(first)).toList();
        return IntStream.range(0, first.size()).anyMatch(cell -> isDatum(first.get(cell),
                others.stream().filter(row -> cell < row.size()).map(row -> row.get(cell)).toList()));
    }

    private static boolean isDatum(String cell, List<String> below) {
        boolean recurs = !cell.isBlank() && below.contains(cell);
        return recurs || (DATA.matcher(cell).matches() && below.stream().allMatch(VALUE.asMatchPredicate()));
    }

    /// The form that the first lines have.
    static Optional<String> lineForm(byte[] head) {
        return LineForms.of(wholeLines(text(head)));
    }

    /// The first lines that are there as a whole, or, where these are too few, the first ones.
    private static List<String> wholeLines(String text) {
        List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().filter(line -> !line.isBlank())
                .limit(ROWS_MAX).toList();
        return lines.size() < LINES_MIN
                ? text.lines().filter(line -> !line.isBlank()).limit(LINES_MIN).toList()
                : lines;
    }

    /// Tests whether it begins as a pretty-printer begins a document.
    static boolean isPretty(byte[] head) {
        return PRETTY.matcher(text(head)).lookingAt();
    }

    /// Without the byte order mark, which is passed over when it is read.
    private static String text(byte[] head) {
        String text = new String(head, StandardCharsets.UTF_8);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /// What parts the first lines, those that are there as a whole, into as many cells as the first of them has; 0 when
    /// nothing does.
    static char delimiter(String text) {
        List<String> lines = wholeLines(text);
        String first = lines.isEmpty() ? "" : lines.getFirst().strip();
        if (lines.size() < LINES_MIN || first.contains("{") || first.startsWith("[") || first.startsWith("<")
                || lines.stream().anyMatch(TextHint::isObject)) {
            return 0;
        }
        for (char delimiter : new char[]{'\t', ',', ';', '|'}) {
            long cells = cells(lines.getFirst(), delimiter);
            if (cells > 1 && lines.stream().skip(1).allMatch(line -> cells(line, delimiter) >= cells
                    || line.indexOf('"') >= 0)) {
                return delimiter;
            }
        }
        return 0;
    }

    /// Tests whether a line is a JSON object by its ends: then the first one is a damaged one, and no header.
    private static boolean isObject(String line) {
        String text = line.strip();
        return text.startsWith("{") && text.endsWith("}");
    }

    private static long cells(String line, char delimiter) {
        return 1 + line.chars().filter(c -> c == delimiter).count();
    }
}
