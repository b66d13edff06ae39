package io.sluice;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A case table among the test resources: one case a line, columns separated by ` | `, `#` for comments. A backslash
/// escapes as in Java: `n`, `r`, `t`, itself, and `u` with four hexadecimal digits.
public final class CaseTable {
    private CaseTable() {}

    /// The rows of the table `name` beside `owner`, each as its columns without escapes.
    public static List<List<String>> read(Class<?> owner, String name, int columns) throws IOException {
        return lines(owner, name).map(line -> row(line, columns)).toList();
    }

    /// The rows as they are.
    public static Stream<String> lines(Class<?> owner, String name) throws IOException {
        return text(owner, name).lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
    }

    /// The whole resource `name` beside `owner`.
    public static String text(Class<?> owner, String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> row(String line, int columns) {
        String[] cells = line.split(" \\| ", columns);
        if (cells.length != columns) {
            throw new IllegalArgumentException("Not " + columns + " columns: " + line);
        }
        return Arrays.stream(cells).map(CaseTable::unescape).toList();
    }

    private static String unescape(String cell) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escaped = cell.charAt(++i);
            switch (escaped) {
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case '\\' -> text.append('\\');
                case 'u' -> {
                    text.append((char) Integer.parseInt(cell.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> throw new IllegalArgumentException("\\" + escaped + " is no escape: " + cell);
            }
        }
        return text.toString();
    }
}
