package io.sluice.config;

import io.sluice.convert.Deserializer;
import io.sluice.tables.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads `InputFormatConfiguration`, whose shape is checked already.
final class DeserializerReader {
    private static final String OPENX = "OpenXJsonSerDe";
    private static final String HIVE = "HiveJsonSerDe";
    private static final String MAPPINGS = "ColumnToJsonKeyMappings";

    private final Fields deserializer;
    private final List<Column> columns;
    private final Problems problems;

    private DeserializerReader(Fields deserializer, List<Column> columns) {
        this.deserializer = deserializer;
        this.columns = columns;
        this.problems = deserializer.problems();
    }

    /// What the section says; the default where it is wrong.
    ///
    /// @param columns what is declared; where nothing is, names of columns are not checked
    static Deserializer read(Optional<Fields> input, List<Column> columns, Problems problems) {
        Optional<Fields> deserializer = input.flatMap(given -> given.object("Deserializer"));
        boolean chosen = deserializer.map(given -> given.any(OPENX).isPresent() || given.any(HIVE).isPresent())
                .orElse(false);
        if (input.isPresent() && !chosen) {
            problems.lifted(input.get().place("Deserializer"), FirehoseMessages.DESERIALIZER_MISSING,
                    OPENX + " reads the records");
        }
        return deserializer.filter(given -> chosen).map(given -> new DeserializerReader(given, columns).read())
                .orElse(Deserializer.OpenX.DEFAULT);
    }

    private Deserializer read() {
        Optional<Fields> openX = deserializer.object(OPENX);
        Optional<Fields> hive = deserializer.object(HIVE);
        if (openX.isPresent() && hive.isPresent()) {
            problems.error(deserializer.place(), FirehoseMessages.ONE_DESERIALIZER);
        }
        return openX.<Deserializer>map(this::openX).or(() -> hive.map(this::hive))
                .orElse(Deserializer.OpenX.DEFAULT);
    }

    private Deserializer openX(Fields openX) {
        boolean caseInsensitive = openX.flag("CaseInsensitive").orElse(true);
        Map<String, String> mappings = new TreeMap<>();
        if (openX.any(MAPPINGS).orElse(null) instanceof JsonValue.Structure given) {
            given.members().forEach((column, key) -> mapping(column, key, mappings));
            checkKeys(mappings, caseInsensitive, given);
        }
        return new Deserializer.OpenX(caseInsensitive, mappings,
                openX.flag("ConvertDotsInJsonKeysToUnderscores").orElse(false));
    }

    private void mapping(String column, JsonValue key, Map<String, String> mappings) {
        String name = column.toLowerCase(Locale.ROOT);
        List<String> known = columns.stream().map(Column::name).toList();
        if (!known.isEmpty() && !known.contains(name)) {
            problems.error(key.place(), "Sluice.Table.Columns has no column " + column + Nearest.hint(column, known));
        }
        if (key instanceof JsonValue.Text(var place, String text)) {
            if (text.isBlank()) {
                problems.error(place, ApiConstraint.pattern(place, "^(?!\\s*$).+"));
            }
            mappings.put(name, text);
        }
    }

    /// A value can be in one column only: the record's text is read once.
    private void checkKeys(Map<String, String> mappings, boolean caseInsensitive, JsonValue.Structure given) {
        Map<String, String> readers = new HashMap<>();
        for (Column column : columns) {
            String mapped = mappings.getOrDefault(column.name(), column.name());
            String key = caseInsensitive ? mapped.toLowerCase(Locale.ROOT) : mapped;
            String other = readers.putIfAbsent(key, column.name());
            if (other != null) {
                problems.error(given.place(), "the columns " + other + " and " + column.name()
                        + " both read the key " + key + "; map one of them to another key");
            }
        }
    }

    private Deserializer hive(Fields hive) {
        List<JsonValue.Text> formats = hive.elements("TimestampFormats", JsonValue.Text.class, "a string")
                .orElse(List.of());
        boolean usable = true;
        for (JsonValue.Text format : formats) {
            try {
                new Deserializer.Hive(List.of(format.value()));
            } catch (IllegalArgumentException e) {
                problems.error(format.place(), "\"" + format.value() + "\" is no timestamp format: " + e.getMessage());
                usable = false;
            }
        }
        return new Deserializer.Hive(usable ? formats.stream().map(JsonValue.Text::value).toList() : List.of());
    }
}
