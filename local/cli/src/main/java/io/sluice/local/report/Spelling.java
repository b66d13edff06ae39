package io.sluice.local.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the word that somebody meant.
public final class Spelling {
    private Spelling() {}

    /// `; did you mean run?`; empty when no known word is near.
    public static String hint(String word, Collection<String> known) {
        return known.stream().filter(each -> distance(word, each) <= 1 + each.length() / 4)
                .min(Comparator.comparingInt((String each) -> distance(word, each))
                        .thenComparing(Comparator.naturalOrder()))
                .map(nearest -> "; did you mean " + nearest + "?").orElse("");
    }

    /// The number of letters that are added, left out, exchanged for another, or swapped with their neighbour.
    private static int distance(String a, String b) {
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, steps);
            }
        }
        return steps[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] steps) {
        int exchanged = steps[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(exchanged, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
    }
}
