package io.sluice.view;

import java.util.Collection;
import java.util.stream.Collectors;

/// Names and texts as Athena's SQL (Trino) wants them.
final class SqlText {
    private SqlText() {}

    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String text(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    static String list(Collection<String> texts) {
        return texts.stream().map(SqlText::text).collect(Collectors.joining(", ", "(", ")"));
    }
}
