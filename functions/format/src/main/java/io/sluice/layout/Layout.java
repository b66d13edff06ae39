package io.sluice.layout;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a stream's object keys back: which key values they were bound with, and of which time they are. The inverse of
/// binding and evaluating a [PrefixExpression]. Immutable.
///
/// The prefix is cut at its slashes into levels; below [#root] one goes down level by level as a listing gives folders.
/// Key values in a path have no slash: where `KeyEncoding` leaves one in a value, its objects read as foreign.
public final class Layout {
    private final List<Level> levels;
    private final ZoneId zone;
    private final Set<String> keys;

    private Layout(List<Level> levels, ZoneId zone, Set<String> keys) {
        this.levels = List.copyOf(levels);
        this.zone = zone;
        this.keys = keys;
    }

    /// The layout of a stream's objects.
    ///
    /// @param datePatterns key → pattern of `DateTimeFormatter`, for keys whose values are dates in UTC
    /// @param zone        of `timestamp` expressions
    /// @throws PrefixException when paths cannot be read back, with the reason: two expressions with nothing between
    ///         them, or a `random-string` above a key
    public static Layout of(String stream, PrefixExpression prefix, KeyEncoding encoding,
            Map<String, String> datePatterns, ZoneId zone) {
        if (prefix.usesErrorOutputType()) {
            throw new PrefixException(PrefixMessages.ERROR_TYPE_IN_PREFIX);
        }
        List<List<LevelPiece>> cut = LevelCutter.cut(prefix);
        requireListable(cut);
        Map<String, TimestampPattern> dates = new HashMap<>();
        datePatterns.forEach((key, pattern) -> {
            if (prefix.keys().contains(key)) {
                dates.put(key, date(pattern));
            }
        });
        Pattern name = FirehoseObjectName.pattern(stream);
        cut.getLast().add(new LevelPiece.Name());
        List<Level> levels = new ArrayList<>();
        cut.forEach(level -> levels.add(Level.of(level, encoding, dates, name)));
        return new Layout(levels, zone, prefix.keys());
    }

    private static void requireListable(List<List<LevelPiece>> levels) {
        levels.stream().flatMap(List::stream).dropWhile(piece -> !(piece instanceof LevelPiece.Random))
                .forEach(piece -> {
                    if (piece instanceof LevelPiece.Key(String key, boolean _)) {
                        throw new PrefixException("the prefix has !{firehose:random-string} above the key " + key
                                + ": every object is in a folder of its own, and to find a key's would be to list the "
                                + "whole"
                                + " stream");
                    }
                });
    }

    private static TimestampPattern date(String pattern) {
        try {
            return TimestampPattern.of(pattern);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new PrefixException("'" + pattern + "' is no date pattern: " + e.getMessage());
        }
    }

    /// The keys in the prefix, whichever namespace they come from.
    public Set<String> keys() {
        return keys;
    }

    /// The start of an object's name that the prefix gives, such as a key's value; empty where that ends with a slash.
    ///
    /// @param key of an object of this layout
    public String nameHead(String key) {
        String last = key.substring(key.lastIndexOf('/') + 1);
        Matcher name = levels.getLast().name().matcher(last);
        int start = 0;
        while (start < last.length() && !name.region(start, last.length()).matches()) {
            start++;
        }
        return last.substring(0, start);
    }

    /// Above all levels: the whole bucket.
    public KeyPath root() {
        return new KeyPath(this, 0, "", PathReading.NONE, Map.of());
    }

    List<Level> levels() {
        return levels;
    }

    ZoneId zone() {
        return zone;
    }
}
