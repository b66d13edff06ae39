package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.call.GroupStaging;
import io.sluice.encoding.Digests;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.StagedCalls;
import io.sluice.position.RecordName;
import io.sluice.simulation.SimulatedRecord.FailingRecordException;
import io.sluice.work.Deadline;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The way as replicas go it. A group that fails for the sake of some of its calls is staged without them.
final class ReplicaDoor implements CallDoor {
    /// A call was received at one time at all replicas, so that it is known where its records must land.
    @Override
    public Call read(Request request) {
        SimulatedCall call = request.call();
        Instant received = Instant.ofEpochMilli(call.batch().records().getFirst().arrival());
        return call.isNamed()
                ? Call.named(STREAM, call.invocation(), hash(request.payloads()), request.retries(), received,
                        request.payloads())
                : Call.nameless(request.drawn(), received, request.payloads());
    }

    static byte[] hash(List<byte[]> payloads) {
        MessageDigest digest = Digests.sha256();
        payloads.forEach(each -> {
            digest.update(each);
            digest.update("\n".getBytes(UTF_8));
        });
        return digest.digest();
    }

    @Override
    public GroupStaging staging(Ingest ingest) {
        return (group, life) -> {
            try {
                return staged(ingest, group, life, Map.of());
            } catch (FailingRecordException e) {
                Map<RecordName, RuntimeException> guilty = guilty(ingest, group);
                if (guilty.size() == group.calls().size()) {
                    throw e;
                }
                return staged(ingest, group.without(guilty.keySet()), life, guilty);
            }
        };
    }

    private static GroupStaging.Outcome staged(Ingest ingest, CallGroup group, Deadline life,
            Map<RecordName, RuntimeException> failed) {
        StagedCalls staged = ingest.acceptCalls(group.batch(), life);
        return new GroupStaging.Outcome(staged.repeated(), failed);
    }

    /// The calls that fail by themselves.
    static Map<RecordName, RuntimeException> guilty(Ingest ingest, CallGroup group) {
        Map<RecordName, RuntimeException> guilty = new HashMap<>();
        for (Call call : group.calls()) {
            try {
                ingest.rehearse(new CallGroup(group.stream(), List.of(call)).batch());
            } catch (FailingRecordException e) {
                guilty.put(call.id(), e);
            }
        }
        return guilty;
    }

    @Override
    public List<String> ids(CallGroup group, Call call) {
        return IntStream.range(0, call.records().size()).mapToObj(call::recordId).toList();
    }
}
