package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.serve.streams.BucketContent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The causes of the failures in error objects: each object's first cause, and how many of its first records share it.
/// Remembered for the objects that were asked for last: an error object does not change. Thread-safe.
final class Causes {
    private static final int REMEMBERED_MAX = 500;

    /// @param code    empty when the object could not be read
    /// @param message likewise, then why it could not
    /// @param records how many records it has; those that were looked at, when there are more
    /// @param others  how many of those have another cause
    record Cause(String code, String message, int records, int others, Exactness exactness) {}

    /// The records that were counted: all of them, or the first ones.
    enum Exactness {
        ALL, FIRST
    }

    private record Place(String bucket, BucketContent.Listed object) {}

    private final Map<Place, Cause> known = new LinkedHashMap<>();

    synchronized Cause of(BucketContent bucket, BucketContent.Listed object) {
        if (known.size() > REMEMBERED_MAX) {
            known.remove(known.keySet().iterator().next());
        }
        return known.computeIfAbsent(new Place(bucket.name(), object), _ -> read(bucket, object));
    }

    private static Cause read(BucketContent bucket, BucketContent.Listed object) {
        Optional<ObjectNode> look = Look.into(bucket, object.key(), object.bytes());
        if (look.isEmpty()) {
            return new Cause("", "It is gone", 0, 0, Exactness.ALL);
        }
        var records = look.get().path("records");
        String code = records.path(0).path("code").asText();
        String message = records.path(0).path("message").asText(look.get().path("problem").asText());
        int others = 0;
        for (var each : records) {
            if (!each.path("code").asText().equals(code) || !each.path("message").asText().equals(message)) {
                others++;
            }
        }
        return new Cause(code, message, records.size(), others,
                look.get().path("more").asBoolean() ? Exactness.FIRST : Exactness.ALL);
    }
}
