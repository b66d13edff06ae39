package io.sluice.tables;

import io.sluice.layout.PrefixExpression;
import io.sluice.layout.PrefixPart;
import io.sluice.tables.PathPiece.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A prefix as folders: its pieces between slashes, wherever those come from, be it text or a timestamp pattern. A slash in
/// a key's value is no part of this.
///
/// @param folders each up to its slash
/// @param rest    what stands behind the last slash, which is the head of the objects' names
record PathSegments(List<List<PathPiece>> folders, List<PathPiece> rest) {
    PathSegments {
        folders = List.copyOf(folders);
        rest = List.copyOf(rest);
    }

    /// Empty when a timestamp pattern has what no table can express.
    static Optional<PathSegments> of(PrefixExpression prefix) {
        Splitter splitter = new Splitter();
        for (PrefixPart part : prefix.parts()) {
            switch (part) {
                case PrefixPart.Literal(String text) -> splitter.text(text);
                case PrefixPart.Timestamp timestamp -> {
                    Optional<List<DateToken>> tokens = DatePattern.tokens(timestamp.pattern().text());
                    if (tokens.isEmpty()) {
                        return Optional.empty();
                    }
                    tokens.get().forEach(splitter::token);
                }
                case PrefixPart.RandomString() -> splitter.piece(new PathPiece.Random());
                case PrefixPart.ErrorOutputType() -> splitter.piece(new PathPiece.ErrorType());
                case PrefixPart.QueryKey(String name) -> splitter.piece(new PathPiece.Key(name, true));
                case PrefixPart.LambdaKey(String name) -> splitter.piece(new PathPiece.Key(name, false));
            }
        }
        return Optional.of(new PathSegments(splitter.folders, splitter.open));
    }

    private static final class Splitter {
        private final List<List<PathPiece>> folders = new ArrayList<>();
        private List<PathPiece> open = new ArrayList<>();

        void token(DateToken token) {
            switch (token) {
                case DateToken.Text(String text) -> text(text);
                case DateToken.Field field -> piece(new PathPiece.Time(field));
            }
        }

        void text(String text) {
            int from = 0;
            for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', from)) {
                append(text.substring(from, slash));
                folders.add(List.copyOf(open));
                open = new ArrayList<>();
                from = slash + 1;
            }
            append(text.substring(from));
        }

        void piece(PathPiece piece) {
            open.add(piece);
        }

        private void append(String text) {
            if (text.isEmpty()) {
                return;
            }
            if (!open.isEmpty() && open.getLast() instanceof Text(String before)) {
                open.set(open.size() - 1, new Text(before + text));
            } else {
                open.add(new Text(text));
            }
        }
    }
}
