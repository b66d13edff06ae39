package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Synthesis;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// All that a stream has in its buckets and its table at some moment, and what its producers sent: kept in a file, and
/// put back.
final class StagedState {
    private StagedState() {}

    static byte[] of(DeployedStream stream, Producers producers) throws IOException {
        ObjectNode state = Synthesis.JSON.createObjectNode();
        state.put("now", stream.now.toString());
        producers.write(state.putArray("batches"));
        var objects = state.putArray("objects");
        for (String bucket : List.of(Servers.DATA, Servers.STAGING)) {
            for (var object : stream.s3.listObjectsV2Paginator(list -> list.bucket(bucket)).contents()) {
                var whole = stream.s3.getObjectAsBytes(get -> get.bucket(bucket).key(object.key()));
                ObjectNode kept = objects.addObject().put("bucket", bucket).put("key", object.key())
                        .put("type", whole.response().contentType()).put("bytes", whole.asByteArray());
                whole.response().metadata().forEach(kept.putObject("metadata")::put);
            }
        }
        var items = state.putArray("items");
        stream.dynamoDb.scanPaginator(scan -> scan.tableName(Servers.TABLE)).items().forEach(item -> {
            ObjectNode kept = items.addObject();
            item.forEach((name, value) -> {
                switch (value.type()) {
                    case S -> kept.putObject(name).put("S", value.s());
                    case N -> kept.putObject(name).put("N", value.n());
                    case B -> kept.putObject(name).put("B", value.b().asByteArray());
                    default -> throw new AssertionError(name + " is " + value.type());
                }
            });
        });
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            Synthesis.JSON.writeValue(gzip, state);
        }
        return bytes.toByteArray();
    }

    /// Puts it on empty servers, and turns the clock to its moment.
    static void restore(byte[] kept, DeployedStream stream, Producers producers) throws IOException {
        JsonNode state = Synthesis.JSON.readTree(new GZIPInputStream(new ByteArrayInputStream(kept)));
        stream.now = Instant.parse(state.path("now").asText());
        producers.read(state.path("batches"));
        for (JsonNode object : state.path("objects")) {
            Map<String, String> metadata = new HashMap<>();
            object.path("metadata").properties().forEach(each -> metadata.put(each.getKey(), each.getValue().asText()));
            stream.s3.putObject(put -> put.bucket(object.path("bucket").asText()).key(object.path("key").asText())
                    .contentType(object.path("type").asText()).metadata(metadata),
                    RequestBody.fromBytes(object.path("bytes").binaryValue()));
        }
        for (JsonNode item : state.path("items")) {
            Map<String, AttributeValue> values = new HashMap<>();
            for (Map.Entry<String, JsonNode> each : item.properties()) {
                values.put(each.getKey(), value(each.getValue()));
            }
            stream.dynamoDb.putItem(put -> put.tableName(Servers.TABLE).item(values));
        }
    }

    private static AttributeValue value(JsonNode kept) throws IOException {
        return switch (kept.fieldNames().next()) {
            case "S" -> AttributeValue.fromS(kept.path("S").asText());
            case "N" -> AttributeValue.fromN(kept.path("N").asText());
            case "B" -> AttributeValue.fromB(SdkBytes.fromByteArray(Synthesis.JSON.treeToValue(kept.path("B"),
                    byte[].class)));
            default -> throw new AssertionError(kept.toString());
        };
    }
}
