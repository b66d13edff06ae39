package io.sluice.direct;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.ApiException;
import io.sluice.api.CallerKey;
import io.sluice.api.ConfiguredStreams;
import io.sluice.api.HttpCall;
import io.sluice.api.JsonRequest;
import io.sluice.api.Operations;
import io.sluice.api.PutAnswer;
import io.sluice.api.PutRequest;
import io.sluice.api.RequestMembers;
import io.sluice.call.Call;
import io.sluice.position.RecordName;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// The operations of the API on streams that no call changes. Thread-safe.
public final class DirectOperations implements Operations {
    private final ConfiguredStreams configured;
    private final Map<String, DirectStream> streams;
    private final InstantSource clock;
    private final Supplier<UUID> ids;

    /// @param configured tells of the streams
    /// @param streams    take their calls, by name
    /// @param clock      the real time
    /// @param ids        draws one for each call that its client does not name
    public DirectOperations(ConfiguredStreams configured, Map<String, DirectStream> streams, InstantSource clock,
            Supplier<UUID> ids) {
        this.configured = configured;
        this.streams = Map.copyOf(streams);
        this.clock = clock;
        this.ids = ids;
    }

    @Override
    public byte[] answer(HttpCall call, CallerKey caller) {
        return switch (Operations.named(call)) {
            case "PutRecord" -> put(call, caller);
            case "PutRecordBatch" -> putBatch(call, caller);
            case "DescribeDeliveryStream" ->
                JsonRequest.answer(call, request -> configured.describe(permitted(caller, call, request)));
            case "ListDeliveryStreams" ->
                JsonRequest.answer(call, request -> configured.list(request, caller::mayName));
            case "ListTagsForDeliveryStream" ->
                JsonRequest.answer(call, request -> configured.listTags(permitted(caller, call, request)));
            case "CreateDeliveryStream", "DeleteDeliveryStream", "StartDeliveryStreamEncryption",
                    "StopDeliveryStreamEncryption", "TagDeliveryStream", "UntagDeliveryStream", "UpdateDestination" ->
                throw ApiException
                        .invalid("The streams of this server are what its configuration files say, and no"
                                + " call changes them: change the file, and start the server again.");
            default -> throw Operations.unknown();
        };
    }

    private static JsonNode permitted(CallerKey caller, HttpCall call, JsonNode request) {
        caller.requireRight(Operations.named(call), RequestMembers.stream(request));
        return request;
    }

    private byte[] put(HttpCall http, CallerKey caller) {
        PutRequest request = PutRequest.single(http.body());
        DirectStream stream = require(caller, "PutRecord", request.stream());
        Call call = call(http, stream, request);
        stream.put(call);
        return PutAnswer.record(call.recordId(0), stream.state().isEncrypted());
    }

    private byte[] putBatch(HttpCall http, CallerKey caller) {
        PutRequest request = PutRequest.batch(http.body());
        DirectStream stream = require(caller, "PutRecordBatch", request.stream());
        Call call = call(http, stream, request);
        stream.put(call);
        return PutAnswer.batch(IntStream.range(0, call.records().size()).mapToObj(call::recordId).map(Optional::of)
                .toList(), stream.state().isEncrypted());
    }

    private DirectStream require(CallerKey caller, String operation, String name) {
        caller.requireRight(operation, name);
        DirectStream stream = streams.get(name);
        if (stream == null) {
            throw ApiException.notFound(name);
        }
        return stream;
    }

    private Call call(HttpCall http, DirectStream stream, PutRequest request) {
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
