package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The elements of a JSON array, or of several one after another, each a record as it is written: numbers keep their
/// digits, objects their members. White space with a line end in it that stands between tokens becomes one blank, so
/// that a record is a line. Where the array is none, its elements before that are records; the rest of the input is
/// refused as one.
///
/// Elements are told apart by brackets, commas and quotes; what is wrong inside of one is the pipeline's to say.
final class ArrayElements implements JudgedInput {
    private final String id;
    private final String name;
    private final Window in;
    private State state = State.OUTSIDE;
    private boolean begun;
    private Optional<Reject> refusal = Optional.empty();
    private Optional<String> damage = Optional.empty();
    private boolean done;

    private enum State {
        OUTSIDE, OPENED, AFTER_COMMA, AFTER_ELEMENT
    }

    /// @param id   the records' source
    /// @param name what messages call the input
    ArrayElements(String id, String name, ByteInput bytes, int recordBytesMax) throws IOException {
        this.id = id;
        this.name = name;
        this.in = Window.of(name, bytes, recordBytesMax);
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        refusal = Optional.empty();
        while (!done) {
            int b = skipBlanks();
            in.begin();
            if (b == Window.END && in.broken()) {
                done = true;
            } else {
                InputRecord record = step(b);
                if (record != null) {
                    return record;
                }
            }
        }
        in.requireAllTold();
        return null;
    }

    private @Nullable InputRecord step(int b) throws IOException {
        switch (state) {
            case OUTSIDE -> {
                if (b == Window.END) {
                    done = true;
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
                    return rest(b == Window.END
                            ? "the array is not closed"
                            : "after an element stands neither , nor ]");
                }
            }
        }
        return null;
    }

    private @Nullable InputRecord element(int first) throws IOException {
        if (first == Window.END) {
            return rest("the array is not closed");
        }
        if (first == ',' || first == ']') {
            return rest("an element is missing before it");
        }
        boolean whole = (first == '{' || first == '[') ? brackets() : scalar();
        if (!whole) {
            return in.broken()
                    ? end()
                    : rest(in.peek() == Window.END ? "the element is not closed" : "a bracket stands in a bare value");
        }
        state = State.AFTER_ELEMENT;
        long offset = in.begun();
        return new InputRecord(id, offset, OneLine.of(in.take()));
    }

    private @Nullable InputRecord end() {
        done = true;
        return null;
    }

    /// To after the bracket that closes the element; false when none does.
    private boolean brackets() throws IOException {
        int depth = 0;
        do {
            int b = in.peek();
            switch (b) {
                case Window.END -> {
                    return false;
                }
                case '"' -> {
                    if (!text()) {
                        return false;
                    }
                    continue;
                }
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {
                }
            }
            in.skip();
        } while (depth > 0);
        return true;
    }

    /// To before the comma or bracket after a value without brackets; false when the input ends, or one opens.
    private boolean scalar() throws IOException {
        for (int b = in.peek(); b != ',' && b != ']'; b = in.peek()) {
            if (b == Window.END || b == '{' || b == '[' || b == '}') {
                return false;
            }
            if (b != '"') {
                in.skip();
            } else if (!text()) {
                return false;
            }
        }
        return true;
    }

    /// Over a text; false when it is not closed.
    private boolean text() throws IOException {
        in.skip();
        for (int b = in.peek(); b != Window.END; b = in.peek()) {
            in.skip();
            if (b == '"') {
                return true;
            }
            if (b == '\\') {
                if (in.peek() == Window.END) {
                    return false;
                }
                in.skip();
            }
        }
        return false;
    }

    /// Everything from the open record on, refused. Where decompressing breaks off in it, nothing: then the reader of
    /// the compressed bytes has it.
    private @Nullable InputRecord rest(String reason) throws IOException {
        done = true;
        long offset = in.begun();
        if (!in.readOn()) {
            return null;
        }
        byte[] rest = in.take();
        String told = "from byte " + offset + " on it is no JSON array: " + reason;
        damage = Optional.of(told + (rest.length == 0
                ? "; there are no bytes after it"
                : "; its last " + rest.length + " bytes are one rejected record"));
        if (rest.length == 0) {
            return null;
        }
        refusal = Optional.of(Reject.processing(REST_CODE, told));
        return new InputRecord(id, offset, rest);
    }

    private int skipBlanks() throws IOException {
        int b = in.peek();
        while (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
            in.skip();
            b = in.peek();
        }
        return b;
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
