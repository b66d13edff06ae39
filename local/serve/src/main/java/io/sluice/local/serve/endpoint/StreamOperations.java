package io.sluice.local.serve.endpoint;

import io.sluice.api.CallerKey;
import io.sluice.api.HttpCall;
import io.sluice.api.JsonRequest;
import io.sluice.api.Operations;
import io.sluice.local.serve.streams.Streams;

/// The twelve operations of the API on streams that are made and changed by them. Thread-safe.
public final class StreamOperations implements Operations {
    private final Streams streams;
    private final PutOperations puts;

    public StreamOperations(Streams streams, DeliberateFaults faults) {
        this.streams = streams;
        this.puts = new PutOperations(streams, faults);
    }

    @Override
    public byte[] answer(HttpCall call, CallerKey caller) {
        return switch (Operations.named(call)) {
            case "PutRecord" -> puts.put(call);
            case "PutRecordBatch" -> puts.putBatch(call);
            case "CreateDeliveryStream" -> JsonRequest.answer(call, streams::create);
            case "DeleteDeliveryStream" -> JsonRequest.answer(call, streams::delete);
            case "DescribeDeliveryStream" -> JsonRequest.answer(call, streams::describe);
            case "ListDeliveryStreams" -> JsonRequest.answer(call, streams::list);
            case "ListTagsForDeliveryStream" -> JsonRequest.answer(call, streams::listTags);
            case "StartDeliveryStreamEncryption" -> JsonRequest.answer(call, streams::startEncryption);
            case "StopDeliveryStreamEncryption" -> JsonRequest.answer(call, streams::stopEncryption);
            case "TagDeliveryStream" -> JsonRequest.answer(call, streams::tag);
            case "UntagDeliveryStream" -> JsonRequest.answer(call, streams::untag);
            case "UpdateDestination" -> JsonRequest.answer(call, streams::update);
            default -> throw Operations.unknown();
        };
    }
}
