package io.sluice.tables;

import io.sluice.tables.LayoutPart.Text;
import io.sluice.tables.LayoutPart.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whether a path has one reading: two partitions whose values differ must not share a folder, or a query for one would
/// give the other's records, too. Values in different folders are told apart by the slash.
final class PathDecoding {
    private final Map<String, PathText> texts;

    /// @param texts what the values of each column look like
    PathDecoding(Map<String, PathText> texts) {
        this.texts = Map.copyOf(texts);
    }

    /// Columns of one folder that cannot be told apart; empty when all can.
    Set<String> undecided(PathLayout layout) {
        List<LayoutPart> folder = new ArrayList<>();
        for (LayoutPart part : layout.parts()) {
            if (part instanceof Text(String text) && text.contains("/")) {
                folder.add(new Text(text.substring(0, text.indexOf('/'))));
                Set<String> undecided = undecidedOf(folder);
                if (undecided.size() > 1) {
                    return undecided;
                }
                folder = new ArrayList<>(List.of(new Text(text.substring(text.lastIndexOf('/') + 1))));
            } else {
                folder.add(part);
            }
        }
        return Set.of();
    }

    /// The columns that are left when values are read off from the left, and then from the right, for as long as it is known
    /// where they end. The last that is left ends where its neighbours begin.
    private Set<String> undecidedOf(List<LayoutPart> folder) {
        int left = 0;
        while (left < folder.size() - 1 && ends(folder.get(left), folder.get(left + 1))) {
            left++;
        }
        int right = folder.size() - 1;
        while (right > left && ends(folder.get(right), folder.get(right - 1))) {
            right--;
        }
        Set<String> columns = new LinkedHashSet<>();
        for (LayoutPart part : folder.subList(left, right + 1)) {
            if (part instanceof Value(String name, PathValue value)) {
                columns.add(name);
            }
        }
        return columns;
    }

    private boolean ends(LayoutPart part, LayoutPart neighbour) {
        if (!(part instanceof Value(String name, PathValue value))) {
            return true;
        }
        PathText text = Optional.ofNullable(texts.get(name)).orElse(PathText.ANY);
        return text.fixedWidth() || (neighbour instanceof Text(String between) && text.neverHasOneOf(between));
    }
}
