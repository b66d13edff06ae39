package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.OneLine;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The elements of a JSON array, or of several one after another, each a record as it is written: numbers keep their
/// digits, objects their members. White space with a line end in it that stands between tokens becomes one blank, so
/// that a record is a line. Where the array is none, its elements before that are records; the rest of the input is
/// refused as one.
///
/// Elements are told apart by brackets, commas and quotes; what is wrong inside of one is the pipeline's to say.
final class ArrayElements extends WindowRecords {
    private final JsonScan scan;
    private State state = State.OUTSIDE;
    private boolean begun;

    private enum State {
        OUTSIDE, OPENED, AFTER_COMMA, AFTER_ELEMENT
    }

    /// @param id   the records' source
    /// @param name what messages call the input
    ArrayElements(String id, String name, ByteInput bytes, int recordBytesMax) throws IOException {
        super(id, name, bytes, recordBytesMax);
        this.scan = new JsonScan(in);
    }

    @Override
    @Nullable
    InputRecord cut() throws IOException {
        while (!isDone()) {
            int b = scan.skipBlanks();
            in.begin();
            InputRecord record = (b == RecordWindow.END && in.broken()) ? end() : step(b);
            if (record != null) {
                return record;
            }
        }
        return null;
    }

    private @Nullable InputRecord step(int b) throws IOException {
        switch (state) {
            case OUTSIDE -> {
                if (b == RecordWindow.END) {
                    return end();
                } else if (b == '[') {
                    in.skip();
                    begun = true;
                    state = State.OPENED;
                } else if (begun) {
                    return rest("after the end of the array stands something else");
                } else {
                    throw new InputException(name + " is no JSON array: what stands at byte " + in.offset()
                            + " is no [; leave out --input-format json-array for lines and documents");
                }
            }
            case OPENED -> {
                if (b == ']') {
                    in.skip();
                    state = State.OUTSIDE;
                } else {
                    return element(b);
                }
            }
            case AFTER_COMMA -> {
                return element(b);
            }
            case AFTER_ELEMENT -> {
                if (b == ',' || b == ']') {
                    in.skip();
                    state = b == ',' ? State.AFTER_COMMA : State.OUTSIDE;
                } else {
                    return rest(b == RecordWindow.END
                            ? "the array is not closed"
                            : "after an element stands neither , nor ]");
                }
            }
        }
        return null;
    }

    private @Nullable InputRecord element(int first) throws IOException {
        if (first == RecordWindow.END) {
            return rest("the array is not closed");
        }
        if (first == ',' || first == ']') {
            return rest("an element is missing before it");
        }
        boolean bare = first != '{' && first != '[';
        if (!scan.value(first) || (bare && in.peek() == '}')) {
            return in.broken()
                    ? end()
                    : rest(in.peek() == RecordWindow.END
                            ? "the element is not closed"
                            : "a bracket stands in a bare value");
        }
        state = State.AFTER_ELEMENT;
        long offset = in.begun();
        return new InputRecord(id, offset, OneLine.of(in.take()));
    }

    private @Nullable InputRecord rest(String reason) throws IOException {
        String told = "from byte " + in.begun() + " on it is no JSON array: " + reason;
        return rest(told, told);
    }
}
