package io.sluice.local.serve.replica;

import io.sluice.call.Call;
import io.sluice.local.serve.endpoint.HttpCall;
import io.sluice.local.serve.endpoint.JsonRequest;
import io.sluice.local.serve.endpoint.Operations;
import io.sluice.local.serve.endpoint.PutAnswer;
import io.sluice.local.serve.endpoint.PutRequest;
import io.sluice.local.serve.streams.ApiException;
import io.sluice.local.serve.streams.ConfiguredStreams;
import io.sluice.position.RecordName;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// The operations of the API on streams that no call changes. Thread-safe.
final class ReplicaOperations implements Operations {
    private final ConfiguredStreams configured;
    private final Map<String, ReplicaStream> streams;
    private final InstantSource clock;
    private final Supplier<UUID> ids;

    /// @param ids draws one for each call that its client does not name
    ReplicaOperations(ConfiguredStreams configured, Map<String, ReplicaStream> streams, InstantSource clock,
            Supplier<UUID> ids) {
        this.configured = configured;
        this.streams = Map.copyOf(streams);
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    public byte[] answer(HttpCall call) {
        return switch (Operations.named(call)) {
            case "PutRecord" -> put(call);
            case "PutRecordBatch" -> putBatch(call);
            case "DescribeDeliveryStream" -> JsonRequest.answer(call, configured::describe);
            case "ListDeliveryStreams" -> JsonRequest.answer(call, configured::list);
            case "ListTagsForDeliveryStream" -> JsonRequest.answer(call, configured::listTags);
            case "CreateDeliveryStream", "DeleteDeliveryStream", "StartDeliveryStreamEncryption",
                    "StopDeliveryStreamEncryption", "TagDeliveryStream", "UntagDeliveryStream", "UpdateDestination" ->
                throw ApiException.invalid("The streams of this server are what its configuration files say, and no"
                        + " call changes them: change the file, and start the server again.");
            default -> throw Operations.unknown();
        };
    }

    private byte[] put(HttpCall http) {
        PutRequest request = PutRequest.single(http.body());
        ReplicaStream stream = require(request.stream());
        Call call = call(http, stream, request);
        stream.put(call);
        return PutAnswer.record(call.recordId(0), stream.state().isEncrypted());
    }

    private byte[] putBatch(HttpCall http) {
        PutRequest request = PutRequest.batch(http.body());
        ReplicaStream stream = require(request.stream());
        Call call = call(http, stream, request);
        stream.put(call);
        return PutAnswer.batch(IntStream.range(0, call.records().size()).mapToObj(call::recordId).map(Optional::of)
                .toList(), stream.state().isEncrypted());
    }

    private ReplicaStream require(String name) {
        ReplicaStream stream = streams.get(name);
        if (stream == null) {
            throw ApiException.notFound(name);
        }
        return stream;
    }

    private Call call(HttpCall http, ReplicaStream stream, PutRequest request) {
        return http.invocation().map(name -> Call.named(request.stream(), name, http.bodyHash(), stream.retries(),
                clock.instant(), request.records())).orElseGet(() -> {
                    stream.nameless().count(http.header("user-agent").orElse(""));
                    UUID drawn = ids.get();
                    return Call.nameless(
                            new RecordName(drawn.getMostSignificantBits(), drawn.getLeastSignificantBits()),
                            clock.instant(), request.records());
                });
    }
}
