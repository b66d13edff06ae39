package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Writes down what one reading of a configuration asked for, object by object.
final class FieldFacts implements FieldLog {
    /// An object of the configuration.
    static final class Section {
        private final Map<String, Field> fields = new TreeMap<>();
        private boolean closed;
        private boolean map;

        /// In the order of their names.
        Map<String, Field> fields() {
            return fields;
        }

        /// Tests whether it may have no others.
        boolean isClosed() {
            return closed;
        }

        /// Tests whether any name is one, and its value an object.
        boolean isMap() {
            return map;
        }

        private Field field(String name) {
            return fields.computeIfAbsent(name, _ -> new Field());
        }
    }

    /// A number's bounds, or those of how many there are.
    record Range(int min, int max) {}

    /// A text's form.
    record Chars(int min, int max, Pattern pattern) {}

    /// The facts of a member: what it may hold.
    static final class Field {
        private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        private final Set<Kind> elements = EnumSet.noneOf(Kind.class);
        private final Set<String> values = new TreeSet<>();
        private Optional<Range> count = Optional.empty();
        private Optional<Range> range = Optional.empty();
        private Optional<Chars> chars = Optional.empty();
        private boolean required;

        Set<Kind> kinds() {
            return kinds;
        }

        Set<Kind> elements() {
            return elements;
        }

        Optional<Range> count() {
            return count;
        }

        /// All texts that it may be; none: any.
        Set<String> values() {
            return values;
        }

        Optional<Range> range() {
            return range;
        }

        Optional<Chars> chars() {
            return chars;
        }

        boolean isRequired() {
            return required;
        }
    }

    private final Map<String, Section> sections = new TreeMap<>();

    /// By their JSON paths.
    Map<String, Section> sections() {
        return sections;
    }

    private Section section(Place place) {
        return sections.computeIfAbsent(place.path(), _ -> new Section());
    }

    @Override
    public void asked(Place object, String name) {
        section(object).field(name);
    }

    @Override
    public void kind(Place object, String name, Kind kind) {
        section(object).field(name).kinds.add(kind);
    }

    @Override
    public void elements(Place object, String name, Kind kind) {
        section(object).field(name).elements.add(kind);
    }

    @Override
    public void count(Place object, String name, int min, int max) {
        section(object).field(name).count = Optional.of(new Range(min, max));
    }

    @Override
    public void oneOf(Place object, String name, Collection<String> values) {
        section(object).field(name).values.addAll(values);
    }

    @Override
    public void range(Place object, String name, int min, int max) {
        section(object).field(name).range = Optional.of(new Range(min, max));
    }

    @Override
    public void chars(Place object, String name, int min, int max, Pattern pattern) {
        section(object).field(name).chars = Optional.of(new Chars(min, max, pattern));
    }

    @Override
    public void required(Place object, String name) {
        section(object).field(name).required = true;
    }

    @Override
    public void members(Place object) {
        section(object).map = true;
    }

    @Override
    public void closed(Place object) {
        section(object).closed = true;
    }
}
