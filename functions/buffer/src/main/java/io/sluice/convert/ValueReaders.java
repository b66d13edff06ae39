package io.sluice.convert;

import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnType.Struct;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes the readers of a table's types.
final class ValueReaders {
    private final JsonKeys keys;
    private final TimeReader times;
    private final Surplus surplus;

    ValueReaders(Deserializer deserializer, Surplus surplus) {
        this.surplus = surplus;
        this.keys = JsonKeys.of(deserializer);
        this.times = switch (deserializer) {
            case Deserializer.OpenX _ -> new OpenXTimestamps();
            case Deserializer.Hive(var formats) -> HiveTimestamps.of(formats);
        };
    }

    ValueReader of(ColumnType type) {
        return switch (type) {
            case ColumnType.Primitive primitive -> primitive(primitive);
            case ColumnType.Decimal decimal -> json -> Scalars.decimal(json, decimal);
            case ColumnType.Varchar varchar -> json -> Texts.bounded(json, varchar, varchar.length(), keys);
            case ColumnType.Char fixed -> json -> Texts.bounded(json, fixed, fixed.length(), keys);
            case ColumnType.Array array -> new ArrayReader(array, of(array.element()));
            case ColumnType.Mapping mapping -> new MapReader(mapping, keyReader(mapping), of(mapping.value()),
                    surplus);
            case Struct struct -> new StructReader(struct, keys, fields(struct), surplus);
        };
    }

    private ValueReader primitive(ColumnType.Primitive type) {
        return switch (type) {
            case BOOLEAN -> Scalars::bool;
            case TINYINT -> json -> (int) Scalars.whole(json, type, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> json -> (int) Scalars.whole(json, type, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> json -> (int) Scalars.whole(json, type, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> json -> Scalars.whole(json, type, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT -> Scalars::single;
            case DOUBLE -> Scalars::real;
            case STRING -> json -> Texts.text(json, keys);
            case BINARY -> Texts::binary;
            case DATE -> times::date;
            case TIMESTAMP -> times::timestamp;
        };
    }

    private MapReader.KeyReader keyReader(ColumnType.Mapping mapping) {
        return new MapKeys(mapping.key(), of(mapping.key()), keys);
    }

    private Map<String, StructReader.Field> fields(Struct struct) {
        Map<String, StructReader.Field> fields = new LinkedHashMap<>();
        for (Struct.Field field : struct.fields()) {
            fields.put(field.name(), new StructReader.Field(fields.size(), field.name(), of(field.type())));
        }
        return fields;
    }
}
