package io.sluice.tables;

import io.sluice.layout.DateUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The way in which Athena finds a partition column's values, with everything that it needs to know.
///
/// Source: Athena user guide, "Supported types for partition projection".
public sealed interface Projection {

    /// The column's table properties, each after `projection.<column>.`, in order.
    Map<String, String> properties();

    /// A query names the value.
    record Injected() implements Projection {
        @Override
        public Map<String, String> properties() {
            return Map.of("type", "injected");
        }
    }

    /// One of `values`, as they stand in paths.
    record Enumerated(List<String> values) implements Projection {
        public Enumerated {
            values = List.copyOf(values);
        }

        @Override
        public Map<String, String> properties() {
            return ordered("type", "enum", "values", String.join(",", values));
        }
    }

    /// A whole number; both ends belong to it.
    record WholeNumber(long from, long to, int interval, OptionalInt digits) implements Projection {
        @Override
        public Map<String, String> properties() {
            Map<String, String> properties = ordered("type", "integer", "range", from + "," + to);
            if (interval != 1) {
                properties.put("interval", Integer.toString(interval));
            }
            digits.ifPresent(count -> properties.put("digits", Integer.toString(count)));
            return properties;
        }
    }

    /// A date, from one end of `range` to the other in steps of `interval` `unit`s.
    record Dated(String format, DateRange range, int interval, DateUnit unit) implements Projection {
        @Override
        public Map<String, String> properties() {
            return ordered("type", "date", "format", format, "range", range.toString(), "interval",
                    Integer.toString(interval), "interval.unit", unit.name());
        }
    }

    private static Map<String, String> ordered(String... namesAndValues) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return properties;
    }
}
