package io.sluice.local.verify;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;

/// All places that the input asks for. Not safe for concurrent use.
final class Places {
    private final StreamFacts stream;
    private final Map<Place.Kind, Map<String, Place>> byPrefix = new EnumMap<>(Place.Kind.class);

    Places(StreamFacts stream) {
        this.stream = stream;
        for (Place.Kind kind : Place.Kind.values()) {
            byPrefix.put(kind, new HashMap<>());
        }
    }

    /// The place of a bound prefix, new where it is the first time.
    Place of(Place.Kind kind, String prefix) {
        return map(kind).computeIfAbsent(prefix, text -> new Place(kind, text));
    }

    /// The place of error records.
    Place ofErrors(String type) {
        return of(Place.Kind.ERRORS, switch (stream.errorPrefix().bind(Map.of(), Map.of(), type)) {
            case PathText.Bound.To(String text) -> text;
            case PathText.Bound.Nowhere() -> type;
        });
    }

    /// The place that an object's key leads to. Empty when no record of the input belongs under it.
    Optional<Place> of(Place.Kind kind, ObjectName name) {
        Place place = null;
        for (ZoneOffset offset : stream.zone().getRules().getValidOffsets(name.oldest())) {
            for (String prefix : path(kind).candidates(name.prefix(),
                    name.oldest().atOffset(offset).atZoneSameInstant(stream.zone()))) {
                Place candidate = map(kind).get(prefix);
                if (place == null) {
                    place = candidate;
                } else if (candidate != null && candidate != place) {
                    place.absorb(candidate);
                    map(kind).put(prefix, place);
                }
            }
        }
        return Optional.ofNullable(place);
    }

    /// Tests whether a name has the time at which a day begins.
    boolean isStartOfDay(ObjectName name) {
        return name.oldest().equals(name.oldest().toLocalDate().atStartOfDay(stream.zone()).toLocalDateTime());
    }

    /// The place of records of a day whose arrival is not told but for that day. Empty when no record of the input
    /// belongs under it.
    Optional<Place> ofDay(ObjectName name) {
        Place place = null;
        for (ZonedDateTime time : stream.prefix().timesOf(name.oldest().toLocalDate(), stream.zone())) {
            for (String prefix : stream.prefix().candidates(name.prefix(), time)) {
                Place candidate = map(Place.Kind.DATA).get(prefix);
                place = place == null ? candidate : place;
            }
        }
        return Optional.ofNullable(place);
    }

    Collection<Place> all() {
        Collection<Place> all = new HashSet<>();
        byPrefix.values().forEach(map -> all.addAll(map.values()));
        return all;
    }

    private Map<String, Place> map(Place.Kind kind) {
        return byPrefix.getOrDefault(kind, Map.of());
    }

    private PathText path(Place.Kind kind) {
        return switch (kind) {
            case DATA -> stream.prefix();
            case ERRORS -> stream.errorPrefix();
        };
    }
}
