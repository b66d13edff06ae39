package io.sluice.tables;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.tables.JsonShape.Elements;
import io.sluice.tables.JsonShape.Members;
import io.sluice.tables.JsonShape.Scalar;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads the shapes of records and notes the names that Athena, which knows lower case only, cannot tell apart. For one
/// thread.
final class JsonShapeReader {
    /// Deeper values are read as text.
    private static final int DEPTH_MAX = 16;
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Set<String> clashes = new TreeSet<>();
    private final Map<String, String> spellings = new HashMap<>();
    private final Set<String> variants = new TreeSet<>();

    /// The shape of a record that is one JSON value; empty when it is none.
    Optional<JsonShape> read(byte[] record) {
        try (JsonParser parser = FACTORY.createParser(record)) {
            if (parser.nextToken() == null) {
                return Optional.empty();
            }
            JsonShape shape = value(parser, "", 0);
            return parser.nextToken() == null ? Optional.of(shape) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Pairs of names of one object, `a and A`: Athena cannot read such a record.
    Set<String> clashes() {
        return clashes;
    }

    /// Pairs of names of different records in one place: they share a column.
    Set<String> variants() {
        return variants;
    }

    private JsonShape value(JsonParser parser, String path, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (token.isStructStart() && depth == DEPTH_MAX) {
            parser.skipChildren();
            return Scalar.MIXED;
        }
        return switch (token) {
            case START_OBJECT -> members(parser, path, depth);
            case START_ARRAY -> elements(parser, path, depth);
            case VALUE_STRING -> Scalar.TEXT;
            case VALUE_TRUE, VALUE_FALSE -> Scalar.BOOLEAN;
            case VALUE_NULL -> Scalar.NULL;
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? Scalar.MIXED : Scalar.WHOLE;
            case VALUE_NUMBER_FLOAT -> Double.isFinite(parser.getDoubleValue()) ? Scalar.FRACTION : Scalar.MIXED;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("a JSON value cannot start with " + token);
        };
    }

    private JsonShape elements(JsonParser parser, String path, int depth) throws IOException {
        JsonShape element = Scalar.NULL;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element = JsonShape.merge(element, value(parser, path, depth + 1));
        }
        return new Elements(element);
    }

    private JsonShape members(JsonParser parser, String path, int depth) throws IOException {
        Map<String, JsonShape> members = new HashMap<>();
        Map<String, String> here = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String folded = name.toLowerCase(Locale.ROOT);
            noteSpelling(path, name, folded, here);
            parser.nextToken();
            members.merge(folded, value(parser, path + name + ".", depth + 1), JsonShape::merge);
        }
        return new Members(members);
    }

    private void noteSpelling(String path, String name, String folded, Map<String, String> here) {
        String before = here.putIfAbsent(folded, name);
        if (before != null) {
            clashes.add(path + before + " and " + path + name);
            return;
        }
        String elsewhere = spellings.putIfAbsent(path.toLowerCase(Locale.ROOT) + folded, name);
        if (elsewhere != null && !elsewhere.equals(name)) {
            variants.add(path + elsewhere + " and " + path + name);
        }
    }
}
