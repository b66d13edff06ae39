package io.sluice.config;

import io.sluice.jq.JqProgram;
import io.sluice.layout.DateFormats;
import io.sluice.layout.Layout;
import io.sluice.layout.SuccessObjects;
import io.sluice.tables.KeyProjection;
import io.sluice.tables.TableSettings;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the partitioning keys of a stream that are dates.
public final class KeyDates {
    private static final String DAY = "yyyy-MM-dd";

    private KeyDates() {}

    /// The `strftime` formats of the query's keys that are times, by key.
    static Map<String, String> queryFormats(StreamConfiguration stream) {
        return stream.processing().metadataQuery().map(JqProgram::timeFormats).orElse(Map.of());
    }

    /// The patterns, of `DateTimeFormatter`, of keys that can be read back as dates, by key: what is a time by the
    /// query, and what the table says is a date in a form of its own.
    public static Map<String, String> patterns(StreamConfiguration stream) {
        Map<String, String> patterns = new HashMap<>();
        queryFormats(stream).forEach(
                (key, format) -> DateFormats.pattern(format).ifPresent(pattern -> patterns.put(key, pattern)));
        Map<String, KeyProjection> projections = stream.sluice().table().map(TableSettings::keys).orElse(Map.of());
        stream.prefix().keys().forEach(key -> {
            if (projections.get(key.toLowerCase(Locale.ROOT)) instanceof KeyProjection.Dated dated) {
                dated.format().ifPresent(pattern -> patterns.put(key, pattern));
            }
        });
        return patterns;
    }

    /// The `_SUCCESS` objects of the stream's dates; empty: it has none.
    public static Optional<SuccessObjects> successObjects(StreamConfiguration stream) {
        return stream.sluice().landing().filter(LandingSection::successObjects)
                .map(_ -> new SuccessObjects(stream.prefix(), stream.timeZone(), days(patterns(stream))));
    }

    /// The keys whose values are whole dates, as folders have them.
    static Set<String> days(Map<String, String> patterns) {
        return patterns.entrySet().stream().filter(date -> date.getValue().equals(DAY)).map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// The layout of the stream's paths.
    ///
    /// @throws io.sluice.layout.PrefixException when they cannot be read back
    public static Layout layout(StreamConfiguration stream) {
        return Layout.of(stream.stream(), stream.prefix(), stream.sluice().keyEncoding(), patterns(stream),
                stream.timeZone());
    }
}
