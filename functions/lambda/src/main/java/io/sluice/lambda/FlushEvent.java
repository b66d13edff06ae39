package io.sluice.lambda;

import io.sluice.app.Flushing.Mode;
import io.sluice.app.Flushing.SweepTime;
import io.sluice.app.RecoveryMode;
import io.sluice.buffers.BufferNumber;
import io.sluice.flush.ChunkDiscard;
import io.sluice.flush.DeliverySlice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A request to the flusher. Of several in one event the one that is named last here is meant.
sealed interface FlushEvent {
    /// The field in which Lambda has the messages of a queue (AWS Lambda developer guide, "Using Lambda with Amazon
    /// SQS").
    String MESSAGES = "Records";

    /// A scheduled event, a message of the queue of ticks, whatever it says and however often it comes, or
    /// `{"drain":true}`.
    ///
    /// @param buffer `"lane":1`: the one buffer that is meant; empty: all of the stream's
    record Flush(Mode mode, Optional<BufferNumber> buffer) implements FlushEvent {}

    /// `{"slice":{…}}`: deliveries that another run handed over.
    record Slice(DeliverySlice slice, Optional<BufferNumber> buffer) implements FlushEvent {}

    /// `{"discard":{…}}`: a damaged chunk is given up.
    record Discard(ChunkDiscard.Request chunk) implements FlushEvent {}

    /// `{"sweep":true}`, or `"when due"`: staged objects that nothing refers to are removed.
    record Sweep(SweepTime time, Optional<BufferNumber> buffer) implements FlushEvent {}

    /// `{"recover":true}`, or `"at once"`, `"as found"`, `"at once, as found"`: the index is made again of the staging
    /// bucket after its table was lost.
    record Recover(RecoveryMode mode) implements FlushEvent {}

    /// @throws IOException when the event is no JSON object, or a flag in it is neither true nor false
    static FlushEvent read(InputStream input) throws IOException {
        return new FlushEventReader().read(input);
    }

    /// The event with which a flusher asks another invocation of itself for what it was asked for, in one buffer.
    default byte[] in(BufferNumber other) {
        String what = switch (this) {
            case Flush(var mode, _) -> mode == Mode.IDLE_CHECK ? ",\"" + MESSAGES + "\":[]" : "";
            case Sweep(var time, _) -> time == SweepTime.NOW ? ",\"sweep\":true" : ",\"sweep\":\"when due\"";
            case Slice _,Discard _,Recover _ -> throw new IllegalStateException("not split by lanes: " + this);
        };
        return ("{\"lane\":" + other.value() + what + "}").getBytes(StandardCharsets.UTF_8);
    }
}
