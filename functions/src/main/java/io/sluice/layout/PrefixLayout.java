package io.sluice.layout;

import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads a stream's object keys back: which key values they were bound with, and of which time they are. The inverse of
/// binding and evaluating a [PrefixExpression]. Immutable.
///
/// The prefix is taken apart at its slashes into levels; below [#root] one goes down level by level as a listing gives
/// folders. Key values in a path have no slash: where `KeyEncoding` leaves one in a value, its objects read as foreign.
public final class PrefixLayout {
    private final List<PathLevel> levels;
    private final ZoneId zone;
    private final Set<String> keys;

    PrefixLayout(List<PathLevel> levels, ZoneId zone) {
        this.levels = List.copyOf(levels);
        this.zone = zone;
        Set<String> names = new LinkedHashSet<>();
        for (PathLevel level : levels) {
            for (LevelPiece piece : level.pieces()) {
                if (piece instanceof LevelPiece.Key(String name, var _)) {
                    names.add(name);
                }
            }
        }
        this.keys = Set.copyOf(names);
    }

    /// The layout of a stream's objects.
    ///
    /// @param datePatterns key → pattern of `DateTimeFormatter`, for keys whose values are dates in UTC
    /// @param zone        of `timestamp` expressions
    /// @throws PrefixException when paths cannot be read back, with the reason: two expressions with nothing between them, or
    ///         a `random-string` above a key
    public static PrefixLayout of(String stream, PrefixExpression prefix, KeyEncoding encoding,
            Map<String, String> datePatterns, ZoneId zone) {
        return new PrefixLayout(new LayoutBuilder(stream, encoding, datePatterns).build(prefix.parts()), zone);
    }

    /// The keys in the prefix, whichever namespace they come from.
    public Set<String> keys() {
        return keys;
    }

    /// Above all levels: the whole bucket.
    public LayoutPath root() {
        return new LayoutPath(this, 0, "", PathReading.NONE, Map.of());
    }

    List<PathLevel> levels() {
        return levels;
    }

    ZoneId zone() {
        return zone;
    }
}
