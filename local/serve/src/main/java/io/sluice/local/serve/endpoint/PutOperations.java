package io.sluice.local.serve.endpoint;

import io.sluice.api.ApiException;
import io.sluice.api.HttpCall;
import io.sluice.api.PutAnswer;
import io.sluice.api.PutRequest;
import io.sluice.local.serve.journal.CallKey;
import io.sluice.local.serve.journal.PutReceipt;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// `PutRecord` and `PutRecordBatch`. Thread-safe.
final class PutOperations {
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
        return PutAnswer.record(stream.recordId(receipt, 0), stream.state().isEncrypted());
    }

    byte[] putBatch(HttpCall call) {
        PutRequest request = PutRequest.batch(call.body());
        LiveStream stream = streams.require(request.stream());
        PutReceipt receipt = take(call, stream, request, notRefused(request.records().size()));
        List<Optional<String>> ids = new ArrayList<>(Collections.nCopies(receipt.total(), Optional.empty()));
        for (int i = 0; i < receipt.taken().length; i++) {
            ids.set(receipt.taken()[i], Optional.of(stream.recordId(receipt, i)));
        }
        return PutAnswer.batch(ids, stream.state().isEncrypted());
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
        CallKey key = call.invocation()
                .map(invocation -> CallKey.of(invocation, call.bodyHash())).orElse(CallKey.NONE);
        PutReceipt receipt = stream.put(key, request.records().size(), taken, data);
        if (faults.losesAnswer()) {
            throw ApiException.unavailable("The answer is lost, as was asked for.");
        }
        return receipt;
    }
}
