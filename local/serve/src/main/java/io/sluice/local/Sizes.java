package io.sluice.local;

import java.util.Locale;

/// Numbers as people read them.
public final class Sizes {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};

    private Sizes() {}

    /// A count with its digits grouped, as `1,707`.
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /// A count and its noun, as `1 object` or `1,707 objects`.
    public static String count(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    /// A size in powers of 1,000, as `812 B` or `1.2 MB`.
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || value >= 99.95 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }

    /// Dollars with three significant digits below one dollar.
    public static String dollars(double dollars) {
        if (dollars == 0 || dollars >= 1) {
            return String.format(Locale.ROOT, "$%,.2f", dollars);
        }
        int digits = Math.min(9, 3 - (int) Math.ceil(Math.log10(dollars)));
        return "$" + String.format(Locale.ROOT, "%." + digits + "f", dollars);
    }
}
