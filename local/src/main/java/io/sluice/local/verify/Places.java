package io.sluice.local.verify;

import io.sluice.config.StreamConfiguration;
import io.sluice.partition.Partition;
import io.sluice.prefix.BoundPrefix;
import io.sluice.prefix.PrefixInversion;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;

/// All places that the input asks for. Not safe for concurrent use.
final class Places {
    private final ZoneId zone;
    private final Map<Partition.Kind, Map<String, Place>> byPrefix = new EnumMap<>(Partition.Kind.class);
    private final Map<Partition.Kind, PrefixInversion> inversions = new EnumMap<>(Partition.Kind.class);

    Places(StreamConfiguration stream) {
        this.zone = stream.timeZone();
        inversions.put(Partition.Kind.DATA, new PrefixInversion(stream.prefix()));
        inversions.put(Partition.Kind.ERRORS, new PrefixInversion(stream.errorOutputPrefix()));
        for (Partition.Kind kind : Partition.Kind.values()) {
            byPrefix.put(kind, new HashMap<>());
        }
    }

    /// The place of a partition, new where it is the first time.
    Place of(Partition.Kind kind, BoundPrefix prefix) {
        return map(kind).computeIfAbsent(prefix.text(), text -> new Place(kind, text));
    }

    /// The place that an object's key leads to. Empty when no record of the input belongs under it.
    Optional<Place> of(Partition.Kind kind, ObjectName name) {
        Place place = null;
        for (ZoneOffset offset : zone.getRules().getValidOffsets(name.oldest())) {
            Instant oldest = name.oldest().toInstant(offset);
            for (BoundPrefix prefix : inversion(kind).candidates(name.prefix(), oldest, zone, name.uuid())) {
                Place candidate = map(kind).get(prefix.text());
                if (place == null) {
                    place = candidate;
                } else if (candidate != null && candidate != place) {
                    place.absorb(candidate);
                    map(kind).put(prefix.text(), place);
                }
            }
        }
        return Optional.ofNullable(place);
    }

    /// True when the key of an object does not say enough of its time to lead to a place.
    boolean needFractions() {
        return inversions.values().stream().anyMatch(PrefixInversion::needsFractions);
    }

    Collection<Place> all() {
        Collection<Place> all = new HashSet<>();
        byPrefix.values().forEach(map -> all.addAll(map.values()));
        return all;
    }

    private Map<String, Place> map(Partition.Kind kind) {
        return byPrefix.getOrDefault(kind, Map.of());
    }

    private PrefixInversion inversion(Partition.Kind kind) {
        PrefixInversion inversion = inversions.get(kind);
        if (inversion == null) {
            throw new IllegalStateException("no prefix of kind " + kind);
        }
        return inversion;
    }
}
