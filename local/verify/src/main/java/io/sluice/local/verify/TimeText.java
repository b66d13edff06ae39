package io.sluice.local.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Fields of a time with texts between them: what one column of a path holds.
///
/// @param pieces a field first and last
record TimeText(List<Piece> pieces) {
    /// Of a date and its time, the coarsest first, with the letters that stand for them.
    private static final List<String> NAMES = List.of("year", "month", "day", "hour", "minute", "second");
    private static final List<String> LETTERS = List.of("yu", "ML", "d", "H", "m", "s");

    TimeText {
        pieces = List.copyOf(pieces);
    }

    /// A piece of a pattern of `DateTimeFormatter`.
    sealed interface Piece {
        record Fixed(String text) implements Piece {}

        record Field(char letter, int count) implements Piece {
            /// Its place among the fields of a date; negative for what is no number of its own there.
            int place() {
                for (int i = 0; i < LETTERS.size(); i++) {
                    boolean written = i == 0 ? count == 4 || count == 1 : count <= 2;
                    if (LETTERS.get(i).indexOf(letter) >= 0) {
                        return written ? i : -1;
                    }
                }
                return -1;
            }
        }
    }

    static List<Piece> pieces(String pattern) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder fixed = new StringBuilder();
        for (int i = 0; i < pattern.length();) {
            char c = pattern.charAt(i);
            int from = i++;
            if (c == '\'') {
                int end = pattern.indexOf('\'', i);
                fixed.append(end == i ? "'" : pattern.substring(i, end));
                i = end + 1;
            } else if (Character.isLetter(c)) {
                while (i < pattern.length() && pattern.charAt(i) == c) {
                    i++;
                }
                pieces.add(new Piece.Fixed(fixed.toString()));
                fixed.setLength(0);
                pieces.add(new Piece.Field(c, i - from));
            } else {
                fixed.append(c);
            }
        }
        pieces.add(new Piece.Fixed(fixed.toString()));
        return pieces.stream().filter(piece -> !piece.equals(new Piece.Fixed(""))).toList();
    }

    static TimeText of(Piece.Field field) {
        return new TimeText(List.of(field));
    }

    TimeText then(String between, TimeText next) {
        List<Piece> joined = new ArrayList<>(pieces);
        if (!between.isEmpty()) {
            joined.add(new Piece.Fixed(between));
        }
        joined.addAll(next.pieces);
        return new TimeText(joined);
    }

    /// The name of its column where its folder gives none.
    String column() {
        return pieces.size() == 1 && pieces.getFirst() instanceof Piece.Field field && field.place() >= 0
                ? NAMES.get(field.place())
                : "dt";
    }

    /// Tests whether it has all fields from the year on, to be read in one way only.
    boolean isDate() {
        boolean[] there = new boolean[NAMES.size()];
        boolean open = false;
        for (Piece piece : pieces) {
            if (piece instanceof Piece.Field field) {
                if (field.place() < 0 || open) {
                    return false;
                }
                there[field.place()] = true;
                open = field.count() == 1;
            } else {
                open = false;
            }
        }
        int fields = 0;
        while (fields < there.length && there[fields]) {
            fields++;
        }
        for (int i = fields; i < there.length; i++) {
            if (there[i]) {
                return false;
            }
        }
        return fields > 0;
    }

    /// A regular expression that its texts match.
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (Piece piece : pieces) {
            shape.append(switch (piece) {
                case Piece.Fixed(String text) -> Pattern.quote(text);
                case Piece.Field _ -> "[^/]+";
            });
        }
        return shape.toString();
    }
}
