package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.folder.StateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/// The data buckets that were empty when a stream of this folder first had them: what lies there came with the server,
/// and may go with it. Kept through restarts. Thread-safe.
final class OwnBuckets {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FILE = "own-buckets.json";
    private static final String MEMBER = "buckets";

    private final StateFile file;
    private final Set<String> own = new TreeSet<>();

    /// @param state the folder of the server's own state
    /// @throws io.sluice.local.UsageException when the file can't be read
    OwnBuckets(Path state) {
        this.file = new StateFile(state.resolve(FILE));
        file.read().ifPresent(kept -> kept.path(MEMBER).valueStream().map(JsonNode::asText).forEach(own::add));
    }

    synchronized boolean has(String bucket) {
        return own.contains(bucket);
    }

    /// Takes a bucket for this folder's own.
    ///
    /// @throws IOException when that can't be kept
    synchronized void add(String bucket) throws IOException {
        if (own.contains(bucket)) {
            return;
        }
        Set<String> all = new TreeSet<>(own);
        all.add(bucket);
        ObjectNode kept = JSON.createObjectNode();
        all.forEach(kept.putArray(MEMBER)::add);
        file.write(kept);
        own.add(bucket);
    }
}
