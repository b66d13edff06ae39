package io.sluice.simulation.folders;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// A record: its text is its id, by which its key values are looked up.
record FolderRecord(String id, Map<String, String> query, Map<String, String> lambda, Instant arrival) {
    Map<String, String> values() {
        Map<String, String> values = new HashMap<>(query);
        values.putAll(lambda);
        return values;
    }
}
