package io.sluice.local.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// What a compaction made of delivered objects. Its names do not tell when the records in it arrived, so that it can't
/// be told whether they are in the right place.
public final class CompactedObjects {
    private CompactedObjects() {}

    /// Whether there are any.
    ///
    /// @param configuration the stream's, as JSON, without errors
    /// @param out           the folder of a run
    public static boolean areIn(byte[] configuration, Path out) throws IOException {
        JsonNode root = new ObjectMapper().readTree(configuration);
        String prefix = root.path("Sluice").path("Compaction").path("Prefix").asText("");
        String arn = root.path("ExtendedS3DestinationConfiguration").path("BucketARN").asText("");
        Path folder = out.resolve(arn.substring(arn.lastIndexOf(':') + 1)).resolve(prefix);
        if (prefix.isEmpty() || !Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.anyMatch(Files::isRegularFile);
        }
    }
}
