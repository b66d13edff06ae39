package io.sluice.retention;

import io.sluice.layout.KeyEncoding;
import io.sluice.layout.Layout;
import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.SuccessObjects;
import io.sluice.layout.UnusablePrefixException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The settings of retention and erasure, besides their ports.
///
/// @param stream      `DeliveryStreamName`
/// @param prefix      of objects
/// @param errorPrefix of error objects
/// @param encoding    of key values
/// @param datePatterns key → pattern of `DateTimeFormatter`, of keys whose values are dates in UTC
/// @param zone        the stream's time zone
/// @param days        the stream's default; empty: what has no rule stays
/// @param compacted   prefix of what the objects are compacted to; empty: they are not
/// @param success     the `_SUCCESS` objects of its dates; empty: it has none
public record RetentionSettings(String stream, PrefixExpression prefix, PrefixExpression errorPrefix,
        KeyEncoding encoding, Map<String, String> datePatterns, ZoneId zone, Optional<Integer> days,
        Optional<PrefixExpression> compacted, Optional<SuccessObjects> success) {
    /// Of a stream that is not compacted, and has no `_SUCCESS` objects.
    public RetentionSettings(String stream, PrefixExpression prefix, PrefixExpression errorPrefix,
            KeyEncoding encoding, Map<String, String> datePatterns, ZoneId zone, Optional<Integer> days) {
        this(stream, prefix, errorPrefix, encoding, datePatterns, zone, days, Optional.empty(), Optional.empty());
    }

    public RetentionSettings {
        datePatterns = Map.copyOf(datePatterns);
    }

    /// The layout by which the stream's paths are read back.
    ///
    /// @throws RetentionException when they cannot be
    Layout layout() {
        return layout(prefix);
    }

    /// The same of all that is removed by its path: the stream's objects, and what they are compacted to.
    ///
    /// @throws RetentionException when they cannot be
    List<Layout> layouts() {
        return Stream.concat(Stream.of(prefix), compacted.stream()).map(this::layout).toList();
    }

    private Layout layout(PrefixExpression of) {
        try {
            return Layout.of(stream, of, encoding, datePatterns, zone);
        } catch (PrefixException e) {
            throw new RetentionException("what is stored cannot be told by its path: " + e.getMessage());
        }
    }

    /// Checks that objects of a key value can be found by their path, and only those.
    ///
    /// @throws RetentionException when the prefix does not have the key, or no object has such a value
    void requireUsable(KeyValue of) {
        Layout layout = layout();
        if (!layout.keys().contains(of.key())) {
            throw new RetentionException("the prefix has no key '" + of.key() + "'; it has "
                    + (layout.keys().isEmpty() ? "none" : String.join(", ", new TreeSet<>(layout.keys()))));
        }
        if (encoding == KeyEncoding.VERBATIM && of.value().indexOf('/') >= 0) {
            throw new RetentionException("the value '" + of.value() + "' of " + of.key()
                    + " has a '/', which with KeyEncoding verbatim leads to folders of other key values; name a value"
                    + " without one");
        }
        encoding.fault(of.value()).ifPresent(fault -> {
            throw new RetentionException("no object has the value '" + of.value() + "' of " + of.key() + ": " + fault);
        });
        requireShort(of);
    }

    /// Its characters do not count here: an object may be there that today's rules would not write.
    private void requireShort(KeyValue of) {
        Map<String, String> values = new HashMap<>();
        prefix.keys().forEach(key -> values.put(key, "x"));
        values.put(of.key(), "x".repeat(encoding.encode(of.value()).length()));
        try {
            prefix.bind(values, values, "");
        } catch (UnusablePrefixException e) {
            throw new RetentionException("no object has the value '" + of.value() + "' of " + of.key() + ": "
                    + e.getMessage());
        }
    }
}
