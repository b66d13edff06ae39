package io.sluice.layout;

import java.util.List;
import java.util.function.BiPredicate;

/// Judges whether what stands side by side in a level can be told apart. Levels are told apart by their slash.
final class SideBySide {
    private SideBySide() {}

    /// The pieces that are left when `level` is read off from the left, and then from the right, for as long as it is
    /// known where they end. One that is left ends where its neighbours begin; several cannot be told apart.
    ///
    /// @param ends whether it is known where a piece ends towards this neighbour
    static <P> List<P> undecided(List<P> level, BiPredicate<P, P> ends) {
        int left = 0;
        while (left < level.size() - 1 && ends.test(level.get(left), level.get(left + 1))) {
            left++;
        }
        int right = level.size() - 1;
        while (right > left && ends.test(level.get(right), level.get(right - 1))) {
            right--;
        }
        return level.subList(left, right + 1);
    }
}
