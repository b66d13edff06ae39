package io.sluice.engine;

import io.trino.spi.type.SqlTimestamp;
import io.trino.spi.type.SqlTimestampWithTimeZone;
import io.trino.testing.MaterializedRow;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Rows of tables whose types have the same values in other forms, so that they can be compared: whole numbers of all
/// sizes are one type, and times are those of UTC.
final class Rows {
    private Rows() {}

    /// Every row as a text, sorted; each as often as it is there.
    static List<String> sorted(List<List<Object>> rows) {
        return rows.stream().map(row -> String.valueOf(value(row))).sorted().toList();
    }

    private static @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Byte number -> number.longValue();
            case Short number -> number.longValue();
            case Integer number -> number.longValue();
            case SqlTimestamp time -> time.toLocalDateTime();
            case SqlTimestampWithTimeZone time -> utc(time.toZonedDateTime());
            case ZonedDateTime time -> utc(time);
            case MaterializedRow row -> value(row.getFields());
            case List<?> list -> list.stream().map(Rows::value).map(Objects::toString).toList();
            case Map<?, ?> map -> sorted(map);
            default -> value;
        };
    }

    private static Object utc(ZonedDateTime time) {
        return time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }

    private static Object sorted(Map<?, ?> map) {
        Map<String, String> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(String.valueOf(value(key)), String.valueOf(value(value))));
        return sorted;
    }
}
