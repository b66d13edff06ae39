package io.sluice.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.DeployedSourceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// The functions' environment variables within Lambda's limit: 4 KB for all of them, measured on their JSON.
public final class FunctionEnvironment {
    static final int BYTES_MAX = 4096;

    /// Room for what Lambda and CDK may add and for names that are only known at deployment: two bucket names (63 bytes
    /// each), one table name (255 bytes).
    static final int RESERVED_BYTES = 2 * 63 + 255 + 128;

    private static final ObjectMapper JSON = new ObjectMapper();

    private FunctionEnvironment() {}

    /// All variables of a stream's functions, with [DeployedName]s.
    ///
    /// @throws DeploymentException when the configuration does not fit, even compressed
    public static Map<String, String> of(StreamDefinition definition) {
        var resources = new LinkedHashMap<String, String>();
        resources.put("SLUICE_DATA_BUCKET", DeployedName.DATA_BUCKET.toString());
        if (definition.isBuffered()) {
            resources.put("SLUICE_STAGING_BUCKET", DeployedName.STAGING_BUCKET.toString());
            resources.put("SLUICE_INDEX_TABLE", DeployedName.INDEX_TABLE.toString());
        }
        return of(definition.json(), resources);
    }

    /// All variables of a function.
    ///
    /// @param json      the stream's configuration file
    /// @param resources variable → name of a resource; may be unresolved tokens
    /// @throws DeploymentException when the configuration does not fit, even compressed
    public static Map<String, String> of(JsonNode json, Map<String, String> resources) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("SLUICE_CONFIG", configuration(withoutDeployedSource(json), resources));
        variables.putAll(resources);
        return variables;
    }

    /// What only a deployment reads is no reason for another version of the functions.
    private static JsonNode withoutDeployedSource(JsonNode json) {
        JsonNode copy = json.deepCopy();
        if (copy.at("/Sluice/Source") instanceof ObjectNode source) {
            source.remove(DeployedSourceReader.members());
        }
        return copy;
    }

    private static String configuration(JsonNode json, Map<String, String> resources) {
        var minified = json.toString();
        var room = BYTES_MAX - RESERVED_BYTES - String.join("", resources.keySet()).length() - 8 * resources.size();
        if (measured(minified) <= room) {
            return minified;
        }
        var compressed = "gzip:" + Base64.getEncoder().encodeToString(gzip(minified.getBytes(UTF_8)));
        if (measured(compressed) <= room) {
            return compressed;
        }
        throw new DeploymentException(("The configuration takes %,d bytes compressed, and Lambda's environment has room"
                + " for %,d of its 4 KB. Shorten it: MetadataExtractionQuery is usually the longest part.")
                .formatted(measured(compressed), room));
    }

    /// Bytes of `"SLUICE_CONFIG":"…"` in the JSON that Lambda measures, escapes included.
    private static int measured(String value) {
        try {
            return JSON.writeValueAsBytes(Map.of("SLUICE_CONFIG", value)).length;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A string does not serialise", e);
        }
    }

    private static byte[] gzip(byte[] bytes) {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }
}
