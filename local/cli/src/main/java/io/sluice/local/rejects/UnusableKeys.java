package io.sluice.local.rejects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.StreamConfiguration;
import io.sluice.jq.JqLimits;
import io.sluice.jq.JqProgram;
import io.sluice.jq.JqRun;
import io.sluice.reject.Reject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Names the keys that Firehose's message leaves out: the stream's query runs once more on a rejected record. A record
/// that a plug-in or a decompression has changed before its keys were taken tells nothing.
public final class UnusableKeys {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<JqProgram> query;
    private final Set<String> names;

    private UnusableKeys(Optional<JqProgram> query, Set<String> names) {
        this.query = query;
        this.names = names;
    }

    public static UnusableKeys of(StreamConfiguration stream) {
        boolean changed = stream.sluice().changesRecords() || stream.processing().decompression();
        return new UnusableKeys(changed ? Optional.empty() : stream.processing().metadataQuery(),
                stream.prefix().queryKeys());
    }

    /// As `net is null, date is empty`; nothing when `message` is not about that, or it can't be told.
    public Optional<String> in(String message, byte[] record) {
        if (!message.equals(Reject.EMPTY_KEY.message()) || query.isEmpty()) {
            return Optional.empty();
        }
        JqRun run = query.get().run(record, JqLimits.defaults(), InstantSource.system());
        if (run.failure().isPresent()) {
            return Optional.empty();
        }
        if (run.outputs().size() != 1) {
            return Optional.of("the query gives " + run.outputs().size() + " values instead of one object");
        }
        return Optional.of(String.join(", ", unusable(run.outputs().getFirst()))).filter(text -> !text.isEmpty());
    }

    private List<String> unusable(String output) {
        try {
            JsonNode keys = JSON.readTree(output);
            List<String> told = new ArrayList<>();
            for (String name : names) {
                JsonNode value = keys.path(name);
                if (value.isNull() || value.isMissingNode()) {
                    told.add(name + " is null");
                } else if (value.isTextual() && value.asText().isEmpty()) {
                    told.add(name + " is empty");
                } else if (value.isContainerNode()) {
                    told.add(name + (value.isArray() ? " is an array" : " is an object"));
                }
            }
            return told;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what jq puts out is JSON", e);
        }
    }
}
