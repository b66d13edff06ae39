package io.sluice.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A level of a prefix, the part between two slashes, which reads folder names back. Immutable.
///
/// @param pieces   in order; side by side is only what can be told apart
/// @param encoding of key values
/// @param dates    key → what reads its values as dates, in UTC; no other key is a date
/// @param name     matches object names
record Level(List<LevelPiece> pieces, KeyEncoding encoding, Map<String, TimestampPattern> dates, Pattern name) {
    /// More than one reading is as bad as many.
    private static final int READINGS_MAX = 2;
    private static final Pattern RANDOM = Pattern.compile("[0-9a-z]{" + RandomStrings.CHARS + "}");

    Level {
        pieces = List.copyOf(pieces);
        dates = Map.copyOf(dates);
    }

    /// @throws PrefixException when it cannot be told where a piece of `cut` ends
    static Level of(List<LevelPiece> cut, KeyEncoding encoding, Map<String, TimestampPattern> dates, Pattern name) {
        List<LevelPiece> pieces = new ArrayList<>();
        cut.forEach(piece -> add(pieces, piece));
        List<LevelPiece> undecided = SideBySide.undecided(pieces, (piece, neighbour) -> !isOpen(piece)
                || neighbour instanceof LevelPiece.Text || neighbour instanceof LevelPiece.Name);
        if (undecided.stream().filter(Level::isOpen).count() > 1) {
            throw new PrefixException("the prefix has nothing between " + describe(undecided.get(0)) + " and "
                    + describe(undecided.get(1))
                    + ", so a path does not tell where one ends; put a / or other text between them");
        }
        return new Level(pieces, encoding, dates, name);
    }

    /// Two timestamps side by side read like one, where they can be one pattern.
    private static void add(List<LevelPiece> pieces, LevelPiece piece) {
        if (piece instanceof LevelPiece.Time(TimestampPattern second) && !pieces.isEmpty()
                && pieces.getLast() instanceof LevelPiece.Time(TimestampPattern first)) {
            Optional<TimestampPattern> both = first.followedBy(second);
            both.ifPresent(_ -> pieces.removeLast());
            pieces.add(both.<LevelPiece>map(LevelPiece.Time::new).orElse(piece));
        } else {
            pieces.add(piece);
        }
    }

    /// Tests whether its text may have any length.
    private static boolean isOpen(LevelPiece piece) {
        return piece instanceof LevelPiece.Key || piece instanceof LevelPiece.Time;
    }

    private static String describe(LevelPiece piece) {
        return switch (piece) {
            case LevelPiece.Key(String key, boolean _) -> "the key " + key;
            case LevelPiece.Time(TimestampPattern pattern) -> "!{timestamp:" + pattern + "}";
            case LevelPiece.Random() -> "!{firehose:random-string}";
            case LevelPiece.ErrorType() -> "!{firehose:error-output-type}";
            case LevelPiece.Text(String text) -> "'" + text + "'";
            case LevelPiece.Name() -> "the object's name";
        };
    }

    boolean has(String key) {
        return pieces.stream()
                .anyMatch(piece -> piece instanceof LevelPiece.Key(String has, boolean _) && has.equals(key));
    }

    boolean hasDate() {
        return pieces.stream().anyMatch(piece -> piece instanceof LevelPiece.Time
                || (piece instanceof LevelPiece.Key(String key, boolean _) && dates.containsKey(key)));
    }

    boolean isRandom() {
        return pieces.stream().anyMatch(LevelPiece.Random.class::isInstance);
    }

    /// The text that the level starts with when these values are known, and whether that is all of it.
    record Head(String text, boolean whole) {}

    Head head(Map<String, String> known) {
        StringBuilder head = new StringBuilder();
        for (LevelPiece piece : pieces) {
            switch (piece) {
                case LevelPiece.Text(String text) -> head.append(text);
                case LevelPiece.Key(String key, boolean _) when known.containsKey(key) ->
                    head.append(encoding.encode(known.getOrDefault(key, "")));
                case LevelPiece.Key _,LevelPiece.Time _,LevelPiece.Random _ -> {
                    return new Head(head.toString(), false);
                }
                case LevelPiece.ErrorType _,LevelPiece.Name _ -> {
                    return new Head(head.toString(), false);
                }
            }
        }
        return new Head(head.toString(), true);
    }

    /// The ways to read `segment`: none when it is not of this level, two when it cannot be told which.
    List<PathReading> read(String segment, PathReading before) {
        List<PathReading> readings = new ArrayList<>();
        read(segment, 0, 0, before, readings);
        return readings;
    }

    private void read(String segment, int piece, int at, PathReading so, List<PathReading> readings) {
        if (readings.size() == READINGS_MAX) {
            return;
        }
        if (piece == pieces.size()) {
            if (at == segment.length() && !readings.contains(so)) {
                readings.add(so);
            }
            return;
        }
        switch (pieces.get(piece)) {
            case LevelPiece.Text(String text) -> {
                if (segment.startsWith(text, at)) {
                    read(segment, piece + 1, at + text.length(), so, readings);
                }
            }
            case LevelPiece.Random() -> {
                int end = at + RandomStrings.CHARS;
                if (end <= segment.length() && RANDOM.matcher(segment.substring(at, end)).matches()) {
                    read(segment, piece + 1, end, so, readings);
                }
            }
            case LevelPiece.Name() -> {
                if (name.matcher(segment.substring(at)).matches()) {
                    read(segment, piece + 1, segment.length(), so, readings);
                }
            }
            case LevelPiece.Key(String key, boolean _) ->
                ends(segment, piece, at).forEach(end -> key(key, segment.substring(at, end), so)
                        .ifPresent(reading -> read(segment, piece + 1, end, reading, readings)));
            case LevelPiece.Time(TimestampPattern pattern) ->
                ends(segment, piece, at).forEach(end -> pattern.read(segment.substring(at, end)).ifPresent(
                        fields -> read(segment, piece + 1, end, so.withLocal(so.local().and(fields)), readings)));
            case LevelPiece.ErrorType() -> throw new IllegalStateException("an error prefix is not read back");
        }
    }

    /// The positions at which a piece of unknown length that starts at `at` may end.
    private List<Integer> ends(String segment, int piece, int at) {
        List<Integer> ends = new ArrayList<>();
        if (piece + 1 == pieces.size()) {
            ends.add(segment.length());
            return ends;
        }
        for (int end = at; end <= segment.length(); end++) {
            if (!(pieces.get(piece + 1) instanceof LevelPiece.Text(String text)) || segment.startsWith(text, end)) {
                ends.add(end);
            }
        }
        return ends;
    }

    private Optional<PathReading> key(String key, String text, PathReading so) {
        Optional<String> value = decoded(text);
        String before = so.values().get(key);
        if (value.isEmpty() || (before != null && !before.equals(value.get()))) {
            return Optional.empty();
        }
        PathReading reading = so.withValue(key, value.get());
        TimestampPattern date = dates.get(key);
        if (date == null || before != null) {
            return Optional.of(reading);
        }
        return Optional.of(
                reading.withUtc(date.read(value.get()).map(reading.utc()::and).orElse(DateFields.UNREADABLE)));
    }

    /// No value is empty: such records are rejected.
    private Optional<String> decoded(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(encoding.decode(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
