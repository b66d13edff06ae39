package io.sluice.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Cuts a prefix at its slashes, wherever they come from, be it text or a timestamp pattern. Serves one prefix. A slash
/// in a key's value is no part of this.
final class LevelCutter {
    private final List<List<LevelPiece>> levels = new ArrayList<>();
    private List<LevelPiece> level = new ArrayList<>();

    private LevelCutter() {}

    /// Returns the levels of a prefix, the parts between its slashes; the last level is the head of the objects' names,
    /// empty after a last slash.
    ///
    /// @throws PrefixException when a timestamp pattern has slashes and an optional section, which may leave some of
    ///         them out
    static List<List<LevelPiece>> cut(PrefixExpression prefix) {
        LevelCutter cutter = new LevelCutter();
        prefix.parts().forEach(cutter::part);
        cutter.levels.add(cutter.level);
        return List.copyOf(cutter.levels);
    }

    private void part(PrefixPart part) {
        switch (part) {
            case PrefixPart.Literal(String text) -> between(List.of(text.split("/", -1)), LevelPiece.Text::new);
            case PrefixPart.Timestamp(TimestampPattern pattern) ->
                between(pattern.betweenSlashes(), between -> new LevelPiece.Time(TimestampPattern.of(between)));
            case PrefixPart.QueryKey(String name) -> level.add(new LevelPiece.Key(name, true));
            case PrefixPart.LambdaKey(String name) -> level.add(new LevelPiece.Key(name, false));
            case PrefixPart.RandomString() -> level.add(new LevelPiece.Random());
            case PrefixPart.ErrorOutputType() -> level.add(new LevelPiece.ErrorType());
        }
    }

    private void between(List<String> slashes, Function<String, LevelPiece> piece) {
        for (int i = 0; i < slashes.size(); i++) {
            if (i > 0) {
                levels.add(level);
                level = new ArrayList<>();
            }
            if (!slashes.get(i).isEmpty()) {
                level.add(piece.apply(slashes.get(i)));
            }
        }
    }
}
