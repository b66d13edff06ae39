package io.sluice.deaggregate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Reads the case tables among the test resources, and writes pieces the way that the tables do.
final class Cases {
    private Cases() {}

    /// The table's rows as columns, unescaped.
    static List<List<String>> read(String table, int columns) throws IOException {
        try (InputStream in = Objects.requireNonNull(Cases.class.getResourceAsStream(table), table)) {
            List<List<String>> rows = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (!line.isEmpty() && !line.startsWith("#")) {
                    rows.add(row(line, columns));
                }
            }
            return rows;
        }
    }

    /// Pieces as a table has them.
    static String show(List<Piece> pieces) {
        if (pieces.isEmpty()) {
            return "-";
        }
        return String.join(" ;; ", pieces.stream().map(Cases::show).toList());
    }

    private static String show(Piece piece) {
        String text = new String(piece.bytes(), StandardCharsets.UTF_8);
        return switch (piece) {
            case Piece.Whole _ -> text;
            case Piece.Broken _ -> "broken " + text;
        };
    }

    private static List<String> row(String line, int columns) {
        String[] cells = line.split(" \\| ", columns);
        if (cells.length != columns) {
            throw new IllegalArgumentException("Not " + columns + " columns: " + line);
        }
        return Arrays.stream(cells).map(Cases::unescape).toList();
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
