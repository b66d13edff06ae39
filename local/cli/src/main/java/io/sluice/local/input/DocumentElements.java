package io.sluice.local.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.sluice.input.ByteInput;
import io.sluice.input.InputRecord;
import io.sluice.input.OneLine;
import io.sluice.input.RecordsPath;
import io.sluice.local.Sizes;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The elements of the array that each JSON document of an input has at a path, each a record on one line, as
/// [ArrayElements] has them. What else such a document has is left out, as jq leaves it out. A document without the
/// array is refused as it is; so is a second array at the path, and what is no object. One element is held at a time,
/// and of a document what stands before its array.
final class DocumentElements extends WindowRecords {
    private static final JsonFactory JSON = new JsonFactory();

    private final RecordsPath path;
    private final JsonScan scan;
    private State state = State.OUTSIDE;
    /// The objects of the document that are open, all on the path.
    private int open;
    private boolean hasElements;
    private long documents;
    private long emptyDocuments;

    private enum State {
        OUTSIDE, OPENED, AFTER_COMMA, AFTER_ELEMENT, AFTER_ARRAY
    }

    /// The place at which a walk through members stopped.
    private enum Stop {
        MEMBER_END, DOCUMENT_END, ARRAY, BROKEN
    }

    /// @param id   the records' source
    /// @param name what messages call the input
    /// @param path of at least one name
    DocumentElements(String id, String name, ByteInput bytes, RecordsPath path, int recordBytesMax)
            throws IOException {
        super(id, name, bytes, recordBytesMax);
        this.path = path;
        this.scan = new JsonScan(in);
    }

    @Override
    @Nullable
    InputRecord cut() throws IOException {
        while (!isDone()) {
            int b = scan.skipBlanks();
            in.begin();
            InputRecord record = (b == RecordWindow.END && in.broken()) ? end() : switch (state) {
                case OUTSIDE -> outside(b);
                case OPENED, AFTER_COMMA -> element(b);
                case AFTER_ELEMENT -> afterElement(b);
                case AFTER_ARRAY -> afterArray();
            };
            if (record != null) {
                return record;
            }
        }
        return null;
    }

    private @Nullable InputRecord outside(int b) throws IOException {
        if (b == RecordWindow.END) {
            return end();
        }
        if (b != '{') {
            return stray(b);
        }
        in.skip();
        open = 1;
        Stop stop = walk();
        documents++;
        return switch (stop) {
            case ARRAY -> {
                in.skip();
                in.begin();
                hasElements = false;
                state = State.OPENED;
                yield null;
            }
            case BROKEN, MEMBER_END -> broken("the document is not closed");
            case DOCUMENT_END -> refuse("The document has no array at " + path.text());
        };
    }

    /// Something at the top level that is no object: an array, or the rest of the line.
    private @Nullable InputRecord stray(int first) throws IOException {
        documents++;
        if (first == '[') {
            return scan.value(first)
                    ? refuse("This array is no document with an array at " + path.text())
                    : broken("the array is not closed");
        }
        for (int b = in.peek(); b != RecordWindow.END && b != '\n'; b = in.peek()) {
            in.skip();
        }
        return in.broken() ? end() : refuse("This is no JSON object with an array at " + path.text());
    }

    /// The way through the members of the open objects, to the array or the end of the document.
    private Stop walk() throws IOException {
        while (open > 0) {
            int b = scan.skipBlanks();
            if (state == State.AFTER_ARRAY) {
                in.begin();
            }
            switch (b) {
                case '}' -> {
                    in.skip();
                    open--;
                }
                case ',' -> in.skip();
                case '"' -> {
                    Stop stop = member();
                    if (stop != Stop.MEMBER_END) {
                        return stop;
                    }
                }
                default -> {
                    return Stop.BROKEN;
                }
            }
        }
        return Stop.DOCUMENT_END;
    }

    private Stop member() throws IOException {
        long from = in.offset();
        if (!scan.text()) {
            return Stop.BROKEN;
        }
        boolean named = isNext(in.since(from));
        if (scan.skipBlanks() != ':') {
            return Stop.BROKEN;
        }
        in.skip();
        int b = scan.skipBlanks();
        boolean last = open == path.names().size();
        if (named && last && b == '[') {
            return Stop.ARRAY;
        }
        if (named && !last && b == '{') {
            in.skip();
            open++;
            return Stop.MEMBER_END;
        }
        boolean whole = state == State.AFTER_ARRAY ? scan.between(b) : scan.value(b);
        return whole ? Stop.MEMBER_END : Stop.BROKEN;
    }

    /// Tests whether a name, with its quotes, is the one that leads on from the innermost open object.
    private boolean isNext(byte[] quoted) {
        try (JsonParser text = JSON.createParser(quoted)) {
            text.nextToken();
            return text.getText().equals(path.names().get(open - 1));
        } catch (IOException e) {
            // No name of JSON is none on the path.
            return false;
        }
    }

    private @Nullable InputRecord element(int first) throws IOException {
        if (first == ']' && state == State.OPENED) {
            return closeArray();
        }
        if (first == ',' || first == ']') {
            return broken("an element is missing before it");
        }
        boolean bare = first != '{' && first != '[';
        if (!scan.value(first) || (bare && in.peek() == '}')) {
            return broken("an element is not closed");
        }
        state = State.AFTER_ELEMENT;
        hasElements = true;
        long offset = in.begun();
        return new InputRecord(id, offset, OneLine.of(in.take()));
    }

    private @Nullable InputRecord afterElement(int b) throws IOException {
        if (b == ']') {
            return closeArray();
        }
        if (b != ',') {
            return broken(
                    b == RecordWindow.END ? "the array is not closed" : "after an element stands neither , nor ]");
        }
        in.skip();
        state = State.AFTER_COMMA;
        return null;
    }

    private @Nullable InputRecord closeArray() {
        in.skip();
        in.begin();
        emptyDocuments += hasElements ? 0 : 1;
        state = State.AFTER_ARRAY;
        return null;
    }

    private @Nullable InputRecord afterArray() throws IOException {
        return switch (walk()) {
            case DOCUMENT_END -> {
                state = State.OUTSIDE;
                yield null;
            }
            case BROKEN, MEMBER_END -> broken("the document is not closed");
            case ARRAY -> {
                in.begin();
                yield scan.value('[')
                        ? refuse("The document has a second array at " + path.text())
                        : broken("the array is not closed");
            }
        };
    }

    private InputRecord refuse(String why) {
        long offset = in.begun();
        return refused(new InputRecord(id, offset, in.take()),
                Reject.processing(NO_ARRAY_CODE, why + " (at byte " + offset + ")"));
    }

    private @Nullable InputRecord broken(String reason) throws IOException {
        if (in.broken()) {
            return end();
        }
        String told = "from byte " + in.begun() + " on documents can't be told apart: " + reason;
        return rest(told, told);
    }

    @Override
    public Optional<String> remark() {
        return emptyDocuments == 0
                ? Optional.empty()
                : Optional.of(emptyDocuments + " of its " + Sizes.count(documents, "document")
                        + (emptyDocuments == 1 ? " has" : " have") + " an empty array at " + path.text()
                        + ": no record comes of " + (emptyDocuments == 1 ? "it" : "them"));
    }
}
