package io.sluice.simulation;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.call.GroupStaging;
import io.sluice.event.CallSettings.Retries;
import io.sluice.ingest.Ingest;
import io.sluice.position.RecordName;
import java.util.List;

/// A replica's way of a call, from its client to the staging of its group, and of the answer back.
interface CallDoor {
    /// The name of the stream.
    String STREAM = "simulated";

    /// A client's request.
    ///
    /// @param call     whose attempt it is; of its invocation the replica sees the name alone
    /// @param payloads its records
    /// @param drawn    an id that no other call has
    record Request(SimulatedCall call, List<byte[]> payloads, Retries retries, RecordName drawn) {}

    Call read(Request request);

    /// What stages groups.
    GroupStaging staging(Ingest ingest);

    /// The ids of a call's records in the answer to it.
    List<String> ids(CallGroup group, Call call);
}
