package io.sluice.columns;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Names of columns and of struct fields. Athena keeps them in lower case and allows no special character but `_`
/// (Athena user guide, "Name databases, tables, and columns").
public final class ColumnNames {
    /// Glue's own bound.
    private static final int CHARS_MAX = 255;
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1," + CHARS_MAX + "}");

    private ColumnNames() {}

    /// `name` as Athena keeps it.
    ///
    /// @throws ColumnTypeException when Athena has no such names
    static String folded(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        ColumnTypeException.require(NAME.matcher(folded).matches(),
                "a name has 1 to " + CHARS_MAX + " letters, digits and _, and \"" + name + "\" is not such a name");
        return folded;
    }

    /// Tests whether Athena can have a column of this name, letter case aside.
    public static boolean isUsable(String name) {
        return NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /// A name that Athena can have and that looks like `name`.
    public static String nearest(String name) {
        String usable = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        return usable.isEmpty() ? "_" : usable.substring(0, Math.min(usable.length(), CHARS_MAX));
    }

    static Optional<String> firstRepeated(List<String> names) {
        Set<String> seen = new HashSet<>();
        return names.stream().filter(name -> !seen.add(name)).findFirst();
    }
}
