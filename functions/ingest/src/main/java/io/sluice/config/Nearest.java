package io.sluice.config;

import java.time.ZoneId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finds the name that somebody meant.
final class Nearest {
    /// Longer texts are no misspelt names, and comparing them would take long.
    private static final int CHARS_MAX = 100;

    private Nearest() {}

    /// `; did you mean "…"?` and the nearest of `known`; empty when none is near.
    static String hint(String name, Collection<String> known) {
        return find(name, known).map(nearest -> "; did you mean \"" + nearest + "\"?").orElse("");
    }

    /// The known name with the smallest edit distance, letter case aside, when no more than half of it differs.
    static Optional<String> find(String name, Collection<String> known) {
        if (name.length() > CHARS_MAX) {
            return Optional.empty();
        }
        String folded = name.toLowerCase(Locale.ROOT);
        return known.stream().filter(candidate -> distance(folded, candidate) <= candidate.length() / 2)
                .min(Comparator.comparingInt((String candidate) -> distance(folded, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// Like [#hint] for a time zone: `Vienna` and `Europe/Viena` both are `Europe/Vienna`.
    static String zoneHint(String name) {
        List<String> zones = ZoneId.getAvailableZoneIds().stream()
                .filter(zone -> zone.contains("/") && !zone.startsWith("SystemV/") && !zone.startsWith("Etc/"))
                .toList();
        String city = city(name);
        return zones.stream().filter(zone -> city(zone).equalsIgnoreCase(city)).min(Comparator.naturalOrder())
                .or(() -> find(name, zones))
                .or(() -> find(city.length() < 4 ? "" : city, zones.stream().map(Nearest::city).toList())
                        .flatMap(near -> zones.stream().filter(zone -> city(zone).equals(near))
                                .min(Comparator.naturalOrder())))
                .map(nearest -> " Did you mean " + nearest + "?").orElse("");
    }

    private static String city(String zone) {
        return zone.substring(zone.lastIndexOf('/') + 1);
    }

    private static int distance(String folded, String candidate) {
        return editDistance(folded, candidate.toLowerCase(Locale.ROOT));
    }

    /// Levenshtein's distance.
    static int editDistance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[b.length()];
    }
}
