package io.sluice.columns;

import io.sluice.columns.ColumnType.Array;
import io.sluice.columns.ColumnType.Char;
import io.sluice.columns.ColumnType.Decimal;
import io.sluice.columns.ColumnType.Mapping;
import io.sluice.columns.ColumnType.Struct;
import io.sluice.columns.ColumnType.Varchar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Reads the text of a column type: one name, then what its kind takes in brackets.
final class ColumnTypeParser {
    /// Deeper nesting than any table has; it bounds the recursion.
    private static final int DEPTH_MAX = 32;
    /// Hive's defaults for a bare `decimal`.
    private static final Decimal BARE_DECIMAL = new Decimal(10, 0);

    private final String text;
    private int at;
    private int depth;

    ColumnTypeParser(String text) {
        this.text = text;
    }

    ColumnType parse() {
        try {
            ColumnType type = type();
            skipBlanks();
            if (at < text.length()) {
                throw fault("there is more after the type: \"" + text.substring(at) + "\"");
            }
            return type;
        } catch (ColumnTypeException e) {
            throw new ColumnTypeException("column type \"" + text + "\": " + e.getMessage());
        }
    }

    private ColumnType type() {
        ColumnTypeException.require(++depth <= DEPTH_MAX, "types are nested more than " + DEPTH_MAX + " deep");
        String name = word("a type");
        ColumnType type = switch (name) {
            case "decimal" -> decimal();
            case "varchar" -> new Varchar(length());
            case "char" -> new Char(length());
            case "array" -> array();
            case "map" -> mapping();
            case "struct" -> struct();
            default -> TypeNames.primitive(name);
        };
        depth--;
        return type;
    }

    private ColumnType decimal() {
        if (!next('(')) {
            return BARE_DECIMAL;
        }
        int precision = number();
        int scale = next(',') ? number() : 0;
        expect(')');
        return new Decimal(precision, scale);
    }

    private int length() {
        expect('(');
        int length = number();
        expect(')');
        return length;
    }

    private ColumnType array() {
        expect('<');
        ColumnType element = type();
        expect('>');
        return new Array(element);
    }

    private ColumnType mapping() {
        expect('<');
        ColumnType key = type();
        expect(',');
        ColumnType value = type();
        expect('>');
        return new Mapping(key, value);
    }

    private ColumnType struct() {
        expect('<');
        List<Struct.Field> fields = new ArrayList<>();
        do {
            String name = word("a field's name");
            expect(':');
            fields.add(new Struct.Field(name, type()));
        } while (next(','));
        expect('>');
        return new Struct(fields);
    }

    private String word(String what) {
        skipBlanks();
        int start = at;
        while (at < text.length() && "<>(),: \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (start == at) {
            throw fault("expected " + what);
        }
        return text.substring(start, at).toLowerCase(Locale.ROOT);
    }

    private int number() {
        String word = word("a number");
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new ColumnTypeException("expected a number, found \"" + word + "\"");
        }
    }

    private boolean next(char expected) {
        skipBlanks();
        boolean found = at < text.length() && text.charAt(at) == expected;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(char expected) {
        if (!next(expected)) {
            throw fault("expected " + expected);
        }
    }

    private ColumnTypeException fault(String message) {
        return new ColumnTypeException(message + " at character " + (at + 1));
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
