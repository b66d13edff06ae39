package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The rows of a CSV or TSV input, each as a JSON object with the names of the header. A row that does not fit is
/// refused as it is, and the next one is read; where rows can't be told apart any more, the rest of the input is
/// refused as one record. Rows in are records out and refused ones, together.
final class CellRecords extends WindowRecords {
    private final Reading reading;
    private final CellParser parser;
    private final CellRow row = new CellRow();
    private @Nullable CellColumns columns;

    /// @param id   the records' source
    /// @param name what messages call the input
    CellRecords(String id, String name, ByteInput bytes, Reading reading, int recordBytesMax) throws IOException {
        super(id, name, bytes, recordBytesMax);
        this.reading = reading;
        this.parser = new CellParser(name, in, reading.delimiter());
    }

    @Override
    @Nullable
    InputRecord cut() throws IOException {
        CellColumns header = columns();
        if (header == null) {
            return end();
        }
        return switch (parser.next(row)) {
            case ROW -> row(header);
            case DAMAGED -> rest(parser.damage());
            case END, BROKEN -> end();
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
            case END, BROKEN -> {
            }
        }
        return known;
    }

    private InputRecord row(CellColumns header) throws IOException {
        long offset = in.begun();
        byte[] raw = in.take();
        try {
            return new InputRecord(id, offset, header.json(row));
        } catch (CellColumns.UnfitException e) {
            return refused(new InputRecord(id, offset, raw),
                    Reject.processing(ROW_CODE, e.getMessage() + " (row at byte " + offset + ")"));
        }
    }

    private @Nullable InputRecord rest(String reason) throws IOException {
        return rest("its rows can't be told apart from byte " + in.begun() + " on: " + reason,
                "Rows can't be told apart from here on: " + reason);
    }
}
