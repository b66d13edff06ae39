package io.sluice.config;

import io.sluice.columns.Column;
import io.sluice.config.JsonValue.Place;
import io.sluice.convert.Deserializer;
import io.sluice.tables.TableSettings;
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

    private final Place section;
    private final TableSettings declared;
    private final List<Column> columns;
    private final Problems problems;

    private DeserializerReader(Fields section, TableSettings declared) {
        this.section = section.place();
        this.declared = declared;
        this.columns = declared.columns();
        this.problems = section.problems();
    }

    /// Reads the section; the default where it is wrong.
    ///
    /// @param section  `DataFormatConversionConfiguration`
    /// @param input    its `InputFormatConfiguration`
    /// @param declared the columns; where there are none, their names and keys are not checked
    static Deserializer read(Fields section, Optional<Fields> input, TableSettings declared) {
        return new DeserializerReader(section, declared).read(input);
    }

    private Deserializer read(Optional<Fields> input) {
        Optional<Fields> deserializer = input.flatMap(given -> given.object("Deserializer"));
        Optional<Fields> openX = deserializer.flatMap(given -> given.object(OPENX));
        Optional<Fields> hive = deserializer.flatMap(given -> given.object(HIVE));
        boolean chosen = deserializer.map(given -> given.any(OPENX).isPresent() || given.any(HIVE).isPresent())
                .orElse(false);
        if (input.isPresent() && !chosen) {
            problems.lifted(input.get().place("Deserializer"), FirehoseMessages.DESERIALIZER_MISSING,
                    OPENX + " reads the records");
        }
        if (openX.isPresent() && hive.isPresent()) {
            problems.error(deserializer.orElseThrow().place(), FirehoseMessages.ONE_DESERIALIZER);
        }
        return openX.isEmpty() && hive.isPresent() ? hive(hive.get()) : openX(openX);
    }

    /// @param openX empty where nothing is said: OpenX reads the records all the same
    private Deserializer openX(Optional<Fields> openX) {
        boolean caseInsensitive = openX.flatMap(given -> given.flag("CaseInsensitive")).orElse(true);
        boolean convertDots = openX.flatMap(given -> given.flag("ConvertDotsInJsonKeysToUnderscores")).orElse(false);
        Map<String, String> mappings = new TreeMap<>();
        Place place = section;
        if (openX.flatMap(given -> given.any(MAPPINGS)).orElse(null) instanceof JsonValue.Structure given) {
            given.members().forEach((column, key) -> mapping(column, key, mappings));
            place = given.place();
        }
        Deserializer.OpenX alone = new Deserializer.OpenX(caseInsensitive, Map.of(), convertDots);
        declareKeys(alone, mappings, place);
        checkKeys(alone, mappings, place);
        return new Deserializer.OpenX(caseInsensitive, mappings, convertDots);
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

    /// `Columns[].JsonKey` says the same as a mapping, in Sluice's section: it is one where there is none, and must not
    /// say otherwise where there is. Firehose knows mappings alone.
    private void declareKeys(Deserializer.OpenX keys, Map<String, String> mappings, Place place) {
        declared.jsonKeys().forEach((column, jsonKey) -> {
            String mapped = mappings.getOrDefault(column, column);
            if (keys.normal(mapped).equals(keys.normal(jsonKey))) {
                return;
            }
            if (mappings.containsKey(column)) {
                problems.error(place, MAPPINGS + " maps the column " + column + " to " + mapped
                        + ", and its JsonKey in Sluice.Table.Columns is " + jsonKey + "; keep one of them");
            } else if (problems.deliveryMode() == DeliveryMode.FIREHOSE) {
                problems.error(place, "Firehose converts, and reads the column " + column + " from the key " + column
                        + ", not from its JsonKey " + jsonKey + " in Sluice.Table.Columns; give it in " + OPENX + "."
                        + MAPPINGS);
            } else {
                mappings.put(column, jsonKey);
            }
        });
    }

    /// A value can be in one column only: the record's text is read once.
    private void checkKeys(Deserializer.OpenX keys, Map<String, String> mappings, Place place) {
        Map<String, String> readers = new HashMap<>();
        for (Column column : columns) {
            String key = keys.normal(mappings.getOrDefault(column.name(), column.name()));
            String other = readers.putIfAbsent(key, column.name());
            if (other != null) {
                problems.error(place, "the columns " + other + " and " + column.name()
                        + " both read the key " + key + "; map one of them to another key");
            }
        }
    }

    private Deserializer hive(Fields hive) {
        declared.jsonKeys().forEach((column, jsonKey) -> {
            if (!jsonKey.equalsIgnoreCase(column)) {
                problems.error(hive.place(), HIVE + " reads a column from the key of its own name, and the JsonKey of "
                        + column + " in Sluice.Table.Columns is " + jsonKey + "; use " + OPENX);
            }
        });
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
