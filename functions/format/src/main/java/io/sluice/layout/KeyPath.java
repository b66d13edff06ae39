package io.sluice.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A place in a [Layout]: the start of an object key, down to a slash, with what it tells. Immutable.
public final class KeyPath {
    private final Layout layout;
    private final int depth;
    private final String text;
    private final PathReading reading;
    private final Map<String, String> wanted;

    KeyPath(Layout layout, int depth, String text, PathReading reading, Map<String, String> wanted) {
        this.layout = layout;
        this.depth = depth;
        this.text = text;
        this.reading = reading;
        this.wanted = Map.copyOf(wanted);
    }

    /// The result of reading a level's text.
    public sealed interface Found {
        /// One place.
        record At(KeyPath path) implements Found {}

        /// It is not of this layout: nothing that the stream wrote.
        record Foreign() implements Found {}

        /// It can be read in two ways.
        record Ambiguous() implements Found {}
    }

    /// The start of the keys of all objects below, down to its slash.
    public String path() {
        return text;
    }

    /// The values of the keys above, and those that [#want] named.
    public Map<String, String> values() {
        Map<String, String> values = new HashMap<>(wanted);
        values.putAll(reading.values());
        return values;
    }

    public PathTime time() {
        return reading.time(layout.zone());
    }

    /// Tests whether the next level is the object's own: there are no folders below.
    public boolean isAboveObjects() {
        return depth == layout.levels().size() - 1;
    }

    /// Tests whether the next level has this key.
    public boolean nextHas(String key) {
        return level().has(key);
    }

    /// Tests whether every object is in a folder of its own below.
    public boolean nextIsRandom() {
        return level().isRandom();
    }

    /// Tests whether a level below tells more of the time.
    public boolean hasDatesBelow() {
        return layout.levels().subList(depth, layout.levels().size()).stream().anyMatch(Level::hasDate);
    }

    /// This place, of which only one value of a key below is of interest.
    public KeyPath want(String key, String value) {
        Map<String, String> more = new HashMap<>(wanted);
        more.put(key, value);
        return new KeyPath(layout, depth, text, reading, more);
    }

    /// The start of every key below that is of interest.
    public String listed() {
        return text + level().head(values()).text();
    }

    /// Tests whether there is only one folder of interest, which [#listed] names but for its slash.
    public boolean nextIsKnown() {
        return !isAboveObjects() && level().head(values()).whole();
    }

    /// The folder below.
    ///
    /// @param folder its whole path, with a slash at its end
    public Found folder(String folder) {
        return found(step(folder.substring(text.length(), folder.length() - 1), folder));
    }

    /// An object anywhere below, by its whole key.
    public Found object(String key) {
        List<KeyPath> paths = List.of(this);
        String rest = key.substring(text.length());
        for (int level = depth; level < layout.levels().size() - 1; level++) {
            int slash = rest.indexOf('/');
            if (slash < 0) {
                return new Found.Foreign();
            }
            String segment = rest.substring(0, slash);
            paths = next(paths, segment, segment + "/");
            rest = rest.substring(slash + 1);
        }
        return found(rest.indexOf('/') < 0 ? next(paths, rest, rest) : List.of());
    }

    /// The folder of an object anywhere below, by its whole key, whatever the object's name: it may be one above those
    /// of the stream's objects. It has the values of its own path, and none that is only of interest.
    public Found folderOf(String key) {
        List<KeyPath> paths = List.of(new KeyPath(layout, depth, text, reading, Map.of()));
        String rest = key.substring(text.length());
        for (int slash = rest.indexOf('/'); slash >= 0; slash = rest.indexOf('/')) {
            paths = next(paths.stream().filter(path -> !path.isAboveObjects()).toList(), rest.substring(0, slash),
                    rest.substring(0, slash + 1));
            rest = rest.substring(slash + 1);
        }
        return found(paths);
    }

    private static List<KeyPath> next(List<KeyPath> paths, String segment, String more) {
        List<KeyPath> next = new ArrayList<>();
        paths.forEach(path -> next.addAll(path.step(segment, path.text + more)));
        return next;
    }

    private List<KeyPath> step(String segment, String to) {
        return level().read(segment, reading).stream()
                .map(read -> new KeyPath(layout, depth + 1, to, read, wanted)).toList();
    }

    private static Found found(List<KeyPath> paths) {
        return switch (paths.size()) {
            case 0 -> new Found.Foreign();
            case 1 -> new Found.At(paths.getFirst());
            default -> new Found.Ambiguous();
        };
    }

    private Level level() {
        return layout.levels().get(depth);
    }
}
