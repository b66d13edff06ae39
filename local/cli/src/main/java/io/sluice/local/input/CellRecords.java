package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The rows of a CSV or TSV input, each as a JSON object with the names of the header, or of the columns' numbers. A
/// row that does not fit is refused as it is, and the next one is read; where rows can't be told apart any more, the
/// rest of the input is refused as one record. Rows in are records out and refused ones, together.
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
        CellColumns known = columns;
        return switch (parser.next(row)) {
            case ROW -> known == null ? first() : row(known);
            case DAMAGED -> {
                if (known == null) {
                    throw new InputException(name + ": its first row can't be read: " + parser.damage());
                }
                yield rest(parser.damage());
            }
            case END, BROKEN -> end();
        };
    }

    /// The record after the header, which the first row is; without one, of the first row itself.
    ///
    /// @throws InputException when the first row can't name columns
    private @Nullable InputRecord first() throws IOException {
        CellColumns known = new CellColumns(name, row, reading);
        columns = known;
        if (reading.form() == Reading.Form.BARE_CELLS) {
            return row(known);
        }
        in.begin();
        return cut();
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
