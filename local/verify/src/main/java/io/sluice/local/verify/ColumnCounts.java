package io.sluice.local.verify;

import io.sluice.local.verify.Finding.Kind;
import java.util.List;
import java.util.function.Consumer;

/// The number of values that each column has, in the records and in the files. Not safe for concurrent use.
final class ColumnCounts {
    private final List<JudgedRows.Column> columns;
    private final long[] expected;
    private final long[] found;

    ColumnCounts(List<JudgedRows.Column> columns) {
        this.columns = columns;
        this.expected = new long[columns.size()];
        this.found = new long[columns.size()];
    }

    void expect(JudgedRows.Row row) {
        count(row, expected);
    }

    void find(JudgedRows.Row row) {
        count(row, found);
    }

    private static void count(JudgedRows.Row row, long[] counts) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += row.values().get(i) == null ? 0 : 1;
        }
    }

    /// Names columns that lack values, and warns of those that no record has a value for.
    void compare(Findings findings, Consumer<String> warnings) {
        for (int i = 0; i < expected.length; i++) {
            if (found[i] < expected[i]) {
                findings.add(Kind.ALTERED, "the column " + columns.get(i).name() + " has " + found[i]
                        + " values, and the records have " + expected[i] + " under the key " + columns.get(i).key());
            } else if (expected[i] == 0) {
                warnings.accept("no record has a value for the column " + columns.get(i).name() + ", which is read from"
                        + " the key " + columns.get(i).key());
            }
        }
    }
}
