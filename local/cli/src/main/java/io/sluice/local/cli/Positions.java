package io.sluice.local.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.local.expect.TestSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The positions of a configuration's values in its text, by their JSON paths as problems name them.
final class Positions {
    /// A place in a text.
    ///
    /// @param line   from 1
    /// @param column from 1
    record Position(int line, int column) {
        private static Position of(JsonLocation location) {
            return new Position(location.getLineNr(), location.getColumnNr());
        }
    }

    private final Map<String, Position> values = new HashMap<>();
    private Optional<Position> broken = Optional.empty();

    private Positions() {}

    /// The positions in `text`; where it is broken, those up to there.
    static Positions of(ConfigurationText text) {
        Positions positions = new Positions();
        try (JsonParser parser = text.parser()) {
            try {
                if (parser.nextToken() != null) {
                    positions.value(parser, "$");
                    if (parser.nextToken() != null) {
                        positions.broken = Optional.of(Position.of(parser.currentTokenLocation()));
                    }
                }
            } catch (JsonProcessingException e) {
                positions.broken = Optional.ofNullable(e.getLocation()).map(Position::of);
            }
        } catch (IOException e) {
            // No text at all: the problem says so, and there is no place in it.
            positions.values.clear();
        }
        return positions;
    }

    /// Returns the position of the value at `path`; of one that is missing, that of what should have it. Of a text that
    /// is broken, where it breaks.
    Optional<Position> of(String path) {
        if (broken.isPresent()) {
            return broken;
        }
        String at = path;
        while (!values.containsKey(at)) {
            int parent = Math.max(at.lastIndexOf('.'), at.lastIndexOf('['));
            if (parent <= 0) {
                return Optional.empty();
            }
            at = at.substring(0, parent);
        }
        return Optional.ofNullable(values.get(at));
    }

    private void value(JsonParser parser, String path) throws IOException {
        values.putIfAbsent(path, Position.of(parser.currentTokenLocation()));
        if (parser.hasToken(JsonToken.START_OBJECT)) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                value(parser, TestSource.member(path, name));
            }
        } else if (parser.hasToken(JsonToken.START_ARRAY)) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null; i++) {
                value(parser, path + "[" + i + "]");
            }
        }
    }
}
