package io.sluice.local.input;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Sees what a text looks like that is no JSON of records, from its beginning. A guess, for a sentence.
final class TextHint {
    private static final int LINES_MIN = 2;
    private static final Pattern ARRAY_OF_OBJECTS = Pattern.compile("\\s*\\[\\s*\\{");

    private TextHint() {}

    /// A sentence without its subject.
    ///
    /// @param head the first bytes
    static Optional<String> of(byte[] head) {
        String text = text(head);
        if (ARRAY_OF_OBJECTS.matcher(text).lookingAt()) {
            return Optional.of("begins with an array of objects, which is one record as it stands;"
                    + " --input-format json-array makes each element one");
        }
        char delimiter = delimiter(text);
        return switch (delimiter) {
            case 0 -> Optional.empty();
            case ',' -> Optional.of("looks like CSV: as it stands each line is a record, and none is JSON;"
                    + " --input-format csv makes an object of each row");
            case '\t' -> Optional.of("looks like TSV: as it stands each line is a record, and none is JSON;"
                    + " --input-format tsv makes an object of each row");
            default -> Optional.of("looks like CSV with '" + delimiter + "': as it stands each line is a record, and"
                    + " none is JSON; --input-format csv --delimiter '" + delimiter + "' makes an object of each row");
        };
    }

    /// Returns the way to read it, where that is not as records.
    static Optional<Reading> reading(byte[] head) {
        String text = text(head);
        if (ARRAY_OF_OBJECTS.matcher(text).lookingAt()) {
            return Optional.of(Reading.ARRAY);
        }
        char delimiter = delimiter(text);
        return delimiter == 0 ? Optional.empty() : Optional.of(Reading.cells(delimiter, Map.of()));
    }

    /// Without the byte order mark, which is passed over when it is read.
    private static String text(byte[] head) {
        String text = new String(head, StandardCharsets.UTF_8);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /// What parts the first lines into equally many cells; 0 when nothing does.
    static char delimiter(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).limit(LINES_MIN).toList();
        String first = lines.isEmpty() ? "" : lines.getFirst().strip();
        if (lines.size() < LINES_MIN || first.startsWith("{") || first.startsWith("[") || first.startsWith("<")) {
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

    private static long cells(String line, char delimiter) {
        return 1 + line.chars().filter(c -> c == delimiter).count();
    }
}
