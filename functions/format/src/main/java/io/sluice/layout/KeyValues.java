package io.sluice.layout;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A record's key values: an immutable map in an order of its own. All records of a query share the list of names, so
/// that a record costs its values and nothing else, where maps of the platform would be built, copied and sorted once
/// each on a record's way (ADR 0010: a third of the transform's time). Safe for concurrent use.
public final class KeyValues extends AbstractMap<String, String> {
    public static final KeyValues NONE = new KeyValues(List.of(), new String[0]);

    private final List<String> names;
    private final String[] values;

    private KeyValues(List<String> names, String[] values) {
        this.names = names;
        this.values = values;
    }

    /// The values of these names, one each.
    ///
    /// @param names  distinct and not to be changed; best the same instance for all records of a query
    /// @param values not to be changed
    public static KeyValues of(List<String> names, String... values) {
        if (names.size() != values.length) {
            throw new IllegalArgumentException(names.size() + " names and " + values.length + " values");
        }
        return new KeyValues(names, values);
    }

    /// Returns the entries of `map`, in the order of the names; `map` itself where it is one of these.
    ///
    /// @throws NullPointerException when a value is null
    public static KeyValues copyOf(Map<String, String> map) {
        if (map instanceof KeyValues values) {
            return values;
        }
        if (map.isEmpty()) {
            return NONE;
        }
        TreeMap<String, String> sorted = new TreeMap<>(map);
        return new KeyValues(List.copyOf(sorted.keySet()), List.copyOf(sorted.values()).toArray(String[]::new));
    }

    /// The names, in this map's order: the same instance for all records of a query.
    public List<String> names() {
        return names;
    }

    /// The value of the name at `index`.
    public String value(int index) {
        return values[index];
    }

    /// The same names with `function` of their values; this map where that changes none.
    public KeyValues map(UnaryOperator<String> function) {
        for (String value : values) {
            if (!function.apply(value).equals(value)) {
                return new KeyValues(names, Arrays.stream(values).map(function).toArray(String[]::new));
            }
        }
        return this;
    }

    @Override
    public int size() {
        return names.size();
    }

    @Override
    public @Nullable String get(@Nullable Object name) {
        int index = names.indexOf(name);
        return index < 0 ? null : values[index];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return names.contains(name);
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        Map<String, String> entries = LinkedHashMap.newLinkedHashMap(names.size());
        for (int i = 0; i < names.size(); i++) {
            entries.put(names.get(i), values[i]);
        }
        return Collections.unmodifiableMap(entries).entrySet();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other instanceof KeyValues keys && keys.names.equals(names)) {
            return Arrays.equals(values, keys.values);
        }
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < values.length; i++) {
            hash += names.get(i).hashCode() ^ values[i].hashCode();
        }
        return hash;
    }
}
