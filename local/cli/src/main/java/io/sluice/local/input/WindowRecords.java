package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Records that are cut out of a [RecordWindow], up to where they can't be told apart any more: the rest is one that is
/// refused.
abstract class WindowRecords implements JudgedInput {
    final String id;
    final String name;
    final RecordWindow in;
    private Optional<Reject> refusal = Optional.empty();
    private Optional<String> damage = Optional.empty();
    private boolean done;

    /// @param id   the records' source
    /// @param name what messages call the input
    WindowRecords(String id, String name, ByteInput bytes, int recordBytesMax) throws IOException {
        this.id = id;
        this.name = name;
        this.in = RecordWindow.of(name, bytes, recordBytesMax);
    }

    @Override
    public final @Nullable InputRecord next() throws IOException {
        refusal = Optional.empty();
        InputRecord record = done ? null : cut();
        if (record == null) {
            in.requireAllTold();
        }
        return record;
    }

    /// The next record; `null` after the last one.
    abstract @Nullable InputRecord cut() throws IOException;

    final boolean isDone() {
        return done;
    }

    /// There are no further records.
    final @Nullable InputRecord end() {
        done = true;
        return null;
    }

    /// A record that is refused.
    final InputRecord refused(InputRecord record, Reject reason) {
        refusal = Optional.of(reason);
        return record;
    }

    /// Everything from the open record on, refused, and the last record; nothing where there are no bytes. Where
    /// decompressing breaks off in it, nothing: then the reader of the compressed bytes has it.
    ///
    /// @param told why, as far as the offset
    /// @param why  what the reject says
    final @Nullable InputRecord rest(String told, String why) throws IOException {
        done = true;
        long offset = in.begun();
        if (!in.readOn()) {
            return null;
        }
        byte[] rest = in.take();
        damage = Optional.of(told + (rest.length == 0
                ? "; there are no bytes after it"
                : "; its last " + rest.length + " bytes are one rejected record"));
        return rest.length == 0
                ? null
                : refused(new InputRecord(id, offset, rest), Reject.processing(REST_CODE, why));
    }

    @Override
    public final Optional<Reject> refusal() {
        return refusal;
    }

    @Override
    public final Optional<String> damage() {
        return damage;
    }

    @Override
    public final OptionalLong consumed() {
        return in.consumed();
    }

    @Override
    public final Optional<ByteInput.Undecodable> undecodable() throws IOException {
        return in.undecodable();
    }

    @Override
    public final void close() throws IOException {
        in.close();
    }
}
