package io.sluice.event;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.sluice.objects.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/// A notice of S3's that an object was put into a bucket.
///
/// @param version of a bucket with versions
/// @param etag    without its quotes; empty where the notification has none
/// @param time    of the event
public record UploadEvent(String bucket, ObjectKey key, Optional<String> version, Optional<String> etag,
        Instant time) {
    /// The object's name in messages.
    public String name() {
        return "s3://" + bucket + "/" + key + version.map(each -> " version " + each).orElse("");
    }

    /// The same as JSON, for an error record: whoever repairs the cause knows from it what to hand over again.
    public byte[] toJson() {
        StringBuilder json = new StringBuilder("{");
        member(json, "bucket", bucket);
        member(json.append(','), "key", key.value());
        version.ifPresent(each -> member(json.append(','), "versionId", each));
        etag.ifPresent(each -> member(json.append(','), "eTag", each));
        member(json.append(','), "eventTime", time.toString());
        return json.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void member(StringBuilder json, String name, String value) {
        json.append('"').append(name).append("\":\"");
        JsonStringEncoder.getInstance().quoteAsString(value, json);
        json.append('"');
    }
}
