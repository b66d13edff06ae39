package io.sluice.benchmarks.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.codec.Compression;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// The clickstream's configuration: partition keys customer, device, year, month, day and hour by a jq query, with
/// changes. Immutable.
public final class ClickstreamConfiguration {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode root;

    private ClickstreamConfiguration(ObjectNode root) {
        this.root = root;
    }

    /// Delivery `firehose`: the transform function answers with keys.
    public static ClickstreamConfiguration firehose() {
        ClickstreamConfiguration seed = seed();
        ((ObjectNode) seed.root.required("Sluice")).put("Delivery", "firehose");
        return seed;
    }

    /// Delivery `buffer`.
    public static ClickstreamConfiguration buffer(Compression compression) {
        ClickstreamConfiguration seed = seed();
        ((ObjectNode) seed.root.required("Sluice")).put("CompressionFormat", compression.wireName());
        return seed;
    }

    /// With another stream's name.
    public ClickstreamConfiguration named(String stream) {
        ObjectNode changed = root.deepCopy();
        changed.put("DeliveryStreamName", stream);
        return new ClickstreamConfiguration(changed);
    }

    /// With its days compacted under that folder.
    public ClickstreamConfiguration compactedTo(String prefix) {
        ObjectNode changed = root.deepCopy();
        ((ObjectNode) changed.required("Sluice")).putObject("Compaction").put("Prefix", prefix);
        return new ClickstreamConfiguration(changed);
    }

    /// With another setting in the section `Sluice`.
    public ClickstreamConfiguration with(String setting, int value) {
        ObjectNode changed = root.deepCopy();
        ((ObjectNode) changed.required("Sluice")).put(setting, value);
        return new ClickstreamConfiguration(changed);
    }

    private static ClickstreamConfiguration seed() {
        try (InputStream in = ClickstreamConfiguration.class.getResourceAsStream("clickstream.json")) {
            return new ClickstreamConfiguration((ObjectNode) JSON.readTree(Objects.requireNonNull(in)));
        } catch (IOException e) {
            throw new UncheckedIOException("the clickstream's configuration cannot be read", e);
        }
    }

    /// The jq query of its keys.
    public String query() {
        return parsed().processing().metadataQuery().orElseThrow().text();
    }

    public String json() {
        try {
            return JSON.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is JSON", e);
        }
    }

    public StreamConfiguration parsed() {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(json().getBytes(StandardCharsets.UTF_8));
        return parsed.configuration()
                .orElseThrow(() -> new IllegalStateException(parsed.problems().toString()));
    }
}
