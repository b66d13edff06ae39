package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Streams that are what their configurations say, and nothing else: what the operations of the API tell of them is the
/// same at each server that has the same configurations. Thread-safe.
public final class ConfiguredStreams {
    /// Nobody knows when they were created.
    private static final Instant CREATED = Instant.EPOCH;

    private final NavigableMap<String, StreamState> streams = new TreeMap<>();

    /// @param configurations requests of `CreateDeliveryStream`
    /// @throws ApiException when two are of one name, or tags or encryption are none
    public ConfiguredStreams(List<ObjectNode> configurations) {
        configurations.forEach(this::add);
    }

    private void add(ObjectNode configuration) {
        String name = RequestMembers.stream(configuration);
        ObjectNode bare = configuration.deepCopy();
        bare.remove(List.of("Tags", "DeliveryStreamEncryptionConfigurationInput"));
        var state = new StreamState(name, name, StreamState.Status.ACTIVE, 1, CREATED, CREATED, bare,
                Tags.with(new TreeMap<>(), configuration), Encryption.atCreation(configuration));
        if (streams.putIfAbsent(name, state) != null) {
            throw ApiException.invalid("two configurations are of stream " + name + ": leave one out");
        }
    }

    /// `DescribeDeliveryStream`.
    public ObjectNode describe(JsonNode request) {
        return Description.of(require(request));
    }

    /// `ListDeliveryStreams`.
    ///
    /// @param seen tells whether the caller may know of a stream, by its name
    public ObjectNode list(JsonNode request, Predicate<String> seen) {
        NavigableSet<String> names = streams.navigableKeySet().stream().filter(seen)
                .collect(Collectors.toCollection(TreeSet::new));
        return StreamNames.list(names, request);
    }

    /// `ListTagsForDeliveryStream`.
    public ObjectNode listTags(JsonNode request) {
        return Tags.list(require(request).tags(), request);
    }

    /// The stream that a request names.
    ///
    /// @throws ApiException when there is none
    public StreamState require(JsonNode request) {
        String name = RequestMembers.stream(request);
        StreamState state = streams.get(name);
        if (state == null) {
            throw ApiException.notFound(name);
        }
        return state;
    }
}
