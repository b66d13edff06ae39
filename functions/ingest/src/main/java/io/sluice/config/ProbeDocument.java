package io.sluice.config;

import io.sluice.config.FieldFacts.Field;
import io.sluice.config.FieldFacts.Section;
import io.sluice.config.FieldLog.Kind;
import io.sluice.config.JsonValue.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A configuration that has every object that its readers ask for: it grows by what they ask, until they ask for no
/// more. No value in it is right but those that choose what else may be there.
final class ProbeDocument {
    /// A member of an object that may have any.
    static final String ANY_NAME = "name";

    /// The one value that is right, and where it stands.
    private record Chosen(String path, String name, Object value) {
        JsonValue at(Place place) {
            return value instanceof Boolean flag
                    ? new JsonValue.Flag(place, flag)
                    : new JsonValue.Text(place, value.toString());
        }
    }

    private final Optional<Chosen> chosen;
    private final Map<String, JsonValue> root = new LinkedHashMap<>();
    private final Map<String, Map<String, JsonValue>> objects = new HashMap<>();

    private ProbeDocument(Optional<Chosen> chosen) {
        this.chosen = chosen;
        object(Place.DOCUMENT, root);
    }

    /// Returns the facts that the readers ask of a configuration that has everything.
    static FieldFacts ask() {
        return new ProbeDocument(Optional.empty()).facts();
    }

    /// Returns the facts that they ask of one in which the object at `path` also has a member `name` of the text or
    /// truth `value`.
    static FieldFacts ask(String path, String name, Object value) {
        return new ProbeDocument(Optional.of(new Chosen(path, name, value))).facts();
    }

    private FieldFacts facts() {
        boolean grown = true;
        var facts = new FieldFacts();
        while (grown) {
            facts = new FieldFacts();
            new RequestReader(new JsonValue.Structure(Place.DOCUMENT, root), new Problems(facts)).read();
            grown = false;
            for (var section : facts.sections().entrySet()) {
                grown |= grow(section.getKey(), section.getValue());
            }
        }
        return facts;
    }

    private boolean grow(String path, Section section) {
        Map<String, JsonValue> object = objects.get(path);
        if (object == null) {
            return false;
        }
        int before = object.size();
        Place place = new Place(path, 0);
        for (var field : section.fields().entrySet()) {
            object.computeIfAbsent(field.getKey(), name -> container(place.member(name), field.getValue()));
            object.values().removeIf(JsonValue.Null.class::isInstance);
        }
        if (section.isMap()) {
            object.computeIfAbsent(ANY_NAME, name -> object(place.member(name), new LinkedHashMap<>()));
        }
        return object.size() > before;
    }

    /// The empty object, or the array of one, that `field` may hold; null where it holds neither.
    private JsonValue container(Place place, Field field) {
        if (field.kinds().contains(Kind.OBJECT)) {
            return object(place, new LinkedHashMap<>());
        }
        if (field.elements().contains(Kind.OBJECT)) {
            return new JsonValue.Array(place, new ArrayList<>(List.of(object(place.element(0),
                    new LinkedHashMap<>()))));
        }
        return new JsonValue.Null(place);
    }

    private JsonValue object(Place place, Map<String, JsonValue> members) {
        chosen.filter(each -> each.path().equals(place.path()))
                .ifPresent(each -> members.put(each.name(), each.at(place.member(each.name()))));
        objects.put(place.path(), members);
        return new JsonValue.Structure(place, members);
    }
}
