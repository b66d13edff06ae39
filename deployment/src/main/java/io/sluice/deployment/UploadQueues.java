package io.sluice.deployment;

import io.sluice.config.DeployedSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The way of uploads to the transform function: a rule of EventBridge puts each event into a queue that the function
/// reads, and what fails again and again ends in another one.
///
/// @param eventPattern of the rule
/// @param description  of the rule
/// @param visibility   how long a message is hidden that the function has: six times its timeout, which is Lambda's
///     advice
/// @param receivesMax  attempts at a message
public record UploadQueues(Map<String, Object> eventPattern, String description, Duration visibility,
        int receivesMax) {
    private static final int TIMEOUTS = 6;
    private static final int RECEIVES_MAX = 20;

    /// Those of objects that the configuration names.
    public static UploadQueues of(DeployedSource.Uploads uploads) {
        return of(uploads.bucket(), uploads.prefix(), uploads.suffix());
    }

    /// Those of objects whose keys begin with `prefix` and end with `suffix`.
    public static UploadQueues of(String bucket, String prefix, String suffix) {
        Map<String, Object> detail = new TreeMap<>(Map.of("bucket", Map.of("name", List.of(bucket))));
        keys(prefix, suffix).ifPresent(keys -> detail.put("object", Map.of("key", List.of(keys))));
        // Ordered, so that the template is the same in every process.
        return new UploadQueues(new TreeMap<>(Map.of("source", List.of("aws.s3"), "detail-type",
                List.of("Object Created"), "detail", detail)), "Objects that are put into " + bucket,
                DeployedFunctions.UPLOADS_TIMEOUT.multipliedBy(TIMEOUTS), RECEIVES_MAX);
    }

    /// Requires that a stream reads nothing that it writes, where both are in one bucket.
    ///
    /// @param prefix of the keys of what it reads
    /// @throws DeploymentException when what the stream writes would be read, and written again
    public static void requireNoLoop(StreamDefinition definition, String bucket, String prefix) {
        var written = new LinkedHashMap<String, String>();
        for (var member : List.of("Prefix", "ErrorOutputPrefix")) {
            written.put(member, definition.literalHead(member));
        }
        var sluice = definition.configuration().sluice();
        sluice.compaction().ifPresent(section -> written.put("Compaction.Prefix", section.prefix()));
        sluice.iceberg().ifPresent(section -> written.put("Iceberg.Location", section.location() + "/"));
        written.forEach((member, own) -> {
            if (own.startsWith(prefix) || prefix.startsWith(own)) {
                throw new DeploymentException(("Stream %s writes to %s of the bucket %s, and reads what is put under %s"
                        + " there: each object would make the next. Give it a prefix beside its own (%s), or another"
                        + " bucket").formatted(definition.stream(), own.isEmpty() ? "any key" : own, bucket,
                                prefix.isEmpty() ? "any key" : prefix, member));
            }
        });
    }

    private static Optional<Map<String, String>> keys(String prefix, String suffix) {
        if (suffix.isEmpty()) {
            return prefix.isEmpty() ? Optional.empty() : Optional.of(Map.of("prefix", prefix));
        }
        return Optional.of(prefix.isEmpty()
                ? Map.of("suffix", suffix)
                : Map.of("wildcard", prefix + "*" + suffix));
    }
}
