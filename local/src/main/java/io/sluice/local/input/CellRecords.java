package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The rows of a CSV or TSV input, each as a JSON object with the names of the header. A row that does not fit is
/// refused as it is, and the next one is read; where rows can't be told apart any more, the rest of the input is
/// refused as one record. Rows in are records out and refused ones, together.
final class CellRecords implements JudgedInput {
    private final String id;
    private final String name;
    private final Reading reading;
    private final Window in;
    private final CellParser parser;
    private final CellRow row = new CellRow();
    private @Nullable CellColumns columns;
    private Optional<Reject> refusal = Optional.empty();
    private Optional<String> damage = Optional.empty();
    private boolean done;

    /// @param id   the records' source
    /// @param name what messages call the input
    CellRecords(String id, String name, ByteInput bytes, Reading reading, int recordBytesMax) throws IOException {
        this.id = id;
        this.name = name;
        this.reading = reading;
        this.in = Window.of(name, bytes, recordBytesMax);
        this.parser = new CellParser(name, in, reading.delimiter());
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        refusal = Optional.empty();
        CellColumns header = done ? null : columns();
        if (header == null) {
            in.requireAllTold();
            return null;
        }
        return switch (parser.next(row)) {
            case ROW -> row(header);
            case DAMAGED -> rest(parser.damage());
            case END, BROKEN -> {
                done = true;
                in.requireAllTold();
                yield null;
            }
        };
    }

    /// The header's, which the first row is; `null` where there is none.
    ///
    /// @throws InputException when the first row is no header
    private @Nullable CellColumns columns() throws IOException {
        CellColumns known = columns;
        if (known != null) {
            return known;
        }
        switch (parser.next(row)) {
            case ROW -> {
                known = new CellColumns(name, row, reading);
                columns = known;
                in.begin();
            }
            case DAMAGED -> throw new InputException(name + ": its header can't be read: " + parser.damage());
            case END, BROKEN -> done = true;
        }
        return known;
    }

    private InputRecord row(CellColumns header) throws IOException {
        long offset = in.begun();
        byte[] raw = in.take();
        try {
            return new InputRecord(id, offset, header.json(row));
        } catch (CellColumns.UnfitException e) {
            refusal = Optional.of(Reject.processing(ROW_CODE, e.getMessage() + " (row at byte " + offset + ")"));
            return new InputRecord(id, offset, raw);
        }
    }

    /// Everything from the open row on, refused. Where decompressing breaks off in it, nothing: then the reader of the
    /// compressed bytes has it.
    private @Nullable InputRecord rest(String reason) throws IOException {
        done = true;
        long offset = in.begun();
        if (!in.readOn()) {
            return null;
        }
        byte[] rest = in.take();
        damage = Optional.of("its rows can't be told apart from byte " + offset + " on: " + reason + "; its last "
                + rest.length + " bytes are one rejected record");
        refusal = Optional.of(Reject.processing(REST_CODE, "Rows can't be told apart from here on: " + reason));
        return new InputRecord(id, offset, rest);
    }

    @Override
    public Optional<Reject> refusal() {
        return refusal;
    }

    @Override
    public Optional<String> damage() {
        return damage;
    }

    @Override
    public OptionalLong consumed() {
        return in.consumed();
    }

    @Override
    public Optional<ByteInput.Undecodable> undecodable() throws IOException {
        return in.undecodable();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
