package io.sluice.local.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A column's type in Hive's words.
sealed interface RowType {
    /// @param word in lower case, without what stands in parentheses
    /// @param scale of a decimal; 0 elsewhere
    record Scalar(String word, int scale) implements RowType {}

    record Elements(RowType element) implements RowType {}

    record Entries(RowType key, RowType value) implements RowType {}

    record Fields(List<Field> fields) implements RowType {}

    record Field(String name, RowType type) {}

    static RowType parse(String text) {
        String type = text.strip();
        String lower = type.toLowerCase(Locale.ROOT);
        if (lower.startsWith("array<")) {
            return new Elements(parse(inner(type)));
        }
        if (lower.startsWith("map<")) {
            List<String> both = parts(inner(type));
            return new Entries(parse(both.get(0)), parse(both.get(1)));
        }
        if (lower.startsWith("struct<")) {
            return new Fields(parts(inner(type)).stream().map(RowType::field).toList());
        }
        int arguments = lower.indexOf('(');
        String word = arguments < 0 ? lower : lower.substring(0, arguments).strip();
        int comma = lower.indexOf(',');
        int scale = comma < 0 ? 0 : Integer.parseInt(lower.substring(comma + 1, lower.indexOf(')')).strip());
        return new Scalar(word.equals("integer") ? "int" : word, scale);
    }

    private static Field field(String text) {
        int colon = text.indexOf(':');
        return new Field(text.substring(0, colon).strip().toLowerCase(Locale.ROOT), parse(text.substring(colon + 1)));
    }

    private static String inner(String type) {
        return type.substring(type.indexOf('<') + 1, type.lastIndexOf('>'));
    }

    /// Cut at the commas that are in no brackets.
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '<' || c == '(') {
                depth++;
            } else if (c == '>' || c == ')') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }
}
