package io.sluice.local.serve.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.local.serve.journal.CallKey;
import io.sluice.local.serve.journal.PutReceipt;
import io.sluice.local.serve.streams.ApiException;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// `PutRecord` and `PutRecordBatch`. Thread-safe.
final class PutOperations {
    private static final JsonFactory JSON = new JsonFactory();

    private final Streams streams;
    private final DeliberateFaults faults;

    PutOperations(Streams streams, DeliberateFaults faults) {
        this.streams = streams;
        this.faults = faults;
    }

    byte[] put(HttpCall call) {
        PutRequest request = PutRequest.single(call.body());
        LiveStream stream = streams.require(request.stream());
        PutReceipt receipt = take(call, stream, request, new int[]{0});
        return json(answer -> {
            answer.writeStringField("RecordId", stream.recordId(receipt, 0));
            answer.writeBooleanField("Encrypted", stream.state().isEncrypted());
        });
    }

    byte[] putBatch(HttpCall call) {
        PutRequest request = PutRequest.batch(call.body());
        LiveStream stream = streams.require(request.stream());
        PutReceipt receipt = take(call, stream, request, notRefused(request.records().size()));
        return json(answer -> {
            answer.writeNumberField("FailedPutCount", receipt.total() - receipt.taken().length);
            answer.writeBooleanField("Encrypted", stream.state().isEncrypted());
            answer.writeArrayFieldStart("RequestResponses");
            int next = 0;
            for (int i = 0; i < receipt.total(); i++) {
                answer.writeStartObject();
                if (next < receipt.taken().length && receipt.taken()[next] == i) {
                    answer.writeStringField("RecordId", stream.recordId(receipt, next));
                    next++;
                } else {
                    answer.writeStringField("ErrorCode", "ServiceUnavailableException");
                    answer.writeStringField("ErrorMessage", "Slow down.");
                }
                answer.writeEndObject();
            }
            answer.writeEndArray();
        });
    }

    private int[] notRefused(int total) {
        int[] taken = new int[total];
        int count = 0;
        for (int i = 0; i < total; i++) {
            if (!faults.refusesRecord()) {
                taken[count] = i;
                count++;
            }
        }
        return Arrays.copyOf(taken, count);
    }

    private PutReceipt take(HttpCall call, LiveStream stream, PutRequest request, int[] taken) {
        if (faults.refusesCall() || taken.length == 0) {
            throw ApiException.unavailable("Slow down.");
        }
        List<byte[]> data = new ArrayList<>(taken.length);
        for (int index : taken) {
            data.add(request.records().get(index));
        }
        CallKey key = call.header("amz-sdk-invocation-id")
                .map(invocation -> CallKey.of(invocation, call.bodyHash())).orElse(CallKey.NONE);
        PutReceipt receipt = stream.put(key, request.records().size(), taken, data);
        if (faults.losesAnswer()) {
            throw ApiException.unavailable("The answer is lost, as was asked for.");
        }
        return receipt;
    }

    /// Writes the members of an object.
    @FunctionalInterface
    private interface Members {
        void write(JsonGenerator answer) throws IOException;
    }

    /// Without any space: Fluent Bit looks for `"FailedPutCount":0` in the text.
    private static byte[] json(Members members) {
        var bytes = new ByteArrayOutputStream();
        try (JsonGenerator answer = JSON.createGenerator(bytes)) {
            answer.writeStartObject();
            members.write(answer);
            answer.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return bytes.toByteArray();
    }
}
