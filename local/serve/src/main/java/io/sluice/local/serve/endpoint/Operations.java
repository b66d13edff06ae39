package io.sluice.local.serve.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.serve.streams.ApiException;
import io.sluice.local.serve.streams.Streams;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/// The twelve operations of the API. Thread-safe.
final class Operations {
    private static final String TARGET = "Firehose_20150804.";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Streams streams;
    private final PutOperations puts;

    Operations(Streams streams, DeliberateFaults faults) {
        this.streams = streams;
        this.puts = new PutOperations(streams, faults);
    }

    /// The answer's JSON.
    ///
    /// @throws ApiException the answer, when it is an error
    byte[] answer(HttpCall call) {
        String target = call.header("x-amz-target").orElse("");
        if (!target.startsWith(TARGET)) {
            throw ApiException.of("UnknownOperationException",
                    "The header X-Amz-Target names no operation of Firehose");
        }
        return switch (target.substring(TARGET.length())) {
            case "PutRecord" -> puts.put(call);
            case "PutRecordBatch" -> puts.putBatch(call);
            case "CreateDeliveryStream" -> json(call, streams::create);
            case "DeleteDeliveryStream" -> json(call, streams::delete);
            case "DescribeDeliveryStream" -> json(call, streams::describe);
            case "ListDeliveryStreams" -> json(call, streams::list);
            case "ListTagsForDeliveryStream" -> json(call, streams::listTags);
            case "StartDeliveryStreamEncryption" -> json(call, streams::startEncryption);
            case "StopDeliveryStreamEncryption" -> json(call, streams::stopEncryption);
            case "TagDeliveryStream" -> json(call, streams::tag);
            case "UntagDeliveryStream" -> json(call, streams::untag);
            case "UpdateDestination" -> json(call, streams::update);
            default -> throw ApiException.of("UnknownOperationException", "Firehose has no operation of that name");
        };
    }

    private static byte[] json(HttpCall call, Function<JsonNode, ObjectNode> operation) {
        try {
            return JSON.writeValueAsBytes(operation.apply(read(call.body())));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can be written", e);
        }
    }

    private static JsonNode read(byte[] body) {
        try {
            return Optional.ofNullable(JSON.readTree(body)).filter(JsonNode::isObject)
                    .orElseThrow(Operations::notJson);
        } catch (IOException e) {
            throw notJson();
        }
    }

    private static ApiException notJson() {
        return ApiException.of("SerializationException", "The request is no JSON object");
    }
}
