package io.sluice.local.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The elements of the arrays that documents have at a path, each as one line; a document without one, a second array
/// and what is no object are refused. What comes after a place where that can't be told is one refused record.
final class DocumentCuts implements Cuts {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Bytes in;
    private final ValueBytes values;
    private final List<String> path;
    private State state = State.DOCUMENT;
    /// Objects of the document that are open.
    private int depth;
    /// Set once the document's array was met.
    private boolean found;
    private long since;

    private enum State {
        DOCUMENT, MEMBERS, ELEMENT, COMMA, OVER
    }

    /// @param in   decompressed
    /// @param path at least one name
    DocumentCuts(InputStream in, List<String> path) {
        this.in = new Bytes(in);
        this.values = new ValueBytes(this.in);
        this.path = List.copyOf(path);
    }

    @Override
    public @Nullable CutRecord next() throws IOException {
        while (state != State.OVER) {
            int b = values.blanks();
            if (state != State.MEMBERS || found) {
                forget();
            }
            Optional<CutRecord> cut = switch (state) {
                case DOCUMENT -> document(b);
                case MEMBERS -> member(b);
                case ELEMENT -> element(b);
                case COMMA -> afterElement(b);
                case OVER -> Optional.empty();
            };
            if (cut.isPresent()) {
                return cut.get();
            }
        }
        return null;
    }

    private void forget() {
        in.forget();
        since = in.offset();
    }

    private Optional<CutRecord> document(int b) throws IOException {
        in.next();
        found = false;
        if (b == '{') {
            depth = 1;
            state = State.MEMBERS;
            return Optional.empty();
        }
        if (b < 0) {
            state = State.OVER;
            return Optional.empty();
        }
        if (b == '[') {
            return values.over(b) ? refused() : rest();
        }
        int next = b;
        while (next >= 0 && next != '\n') {
            next = in.next();
        }
        in.back(next);
        if (in.broken() != null) {
            state = State.OVER;
            return Optional.empty();
        }
        return refused();
    }

    /// One step inside of the innermost open object.
    private Optional<CutRecord> member(int b) throws IOException {
        in.next();
        if (b == '}' && --depth == 0) {
            state = State.DOCUMENT;
            return found ? Optional.empty() : refused();
        }
        if (b == '}' || b == ',') {
            return Optional.empty();
        }
        Optional<byte[]> name = b == '"' ? name() : Optional.empty();
        if (name.isEmpty() || values.blanks() != ':') {
            return rest();
        }
        in.next();
        int first = values.blanks();
        boolean leads = leads(name.get());
        if (leads && depth == path.size() && first == '[') {
            return array();
        }
        in.next();
        if (leads && depth < path.size() && first == '{') {
            depth++;
            return Optional.empty();
        }
        in.keep(!found);
        boolean whole = values.over(first);
        in.keep(true);
        if (found) {
            forget(); // what stands beside the array is left out, as far as it goes
        }
        return whole ? Optional.empty() : rest();
    }

    /// The name whose opening quote is read, with its quotes; empty when it is not closed.
    private Optional<byte[]> name() throws IOException {
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        name.write('"');
        int b = in.next();
        while (b >= 0) {
            name.write(b);
            if (b == '"') {
                return Optional.of(name.toByteArray());
            }
            if (b == '\\') {
                b = in.next();
                if (b < 0) {
                    break;
                }
                name.write(b);
            }
            b = in.next();
        }
        return Optional.empty();
    }

    private boolean leads(byte[] name) {
        try {
            return path.get(depth - 1).equals(JSON.readValue(name, String.class));
        } catch (IOException e) {
            // What is no text of JSON is no name on the path.
            return false;
        }
    }

    private Optional<CutRecord> array() throws IOException {
        if (found) {
            forget();
            return values.over(in.next()) ? refused() : rest();
        }
        in.next();
        found = true;
        boolean empty = values.blanks() == ']';
        if (empty) {
            in.next();
        }
        state = empty ? State.MEMBERS : State.ELEMENT;
        return Optional.empty();
    }

    private Optional<CutRecord> element(int b) throws IOException {
        in.next();
        if (b < 0 || b == ',' || b == ']' || !values.element(b)) {
            return rest();
        }
        state = State.COMMA;
        return Optional.of(new CutRecord(since, ValueBytes.line(in.kept())));
    }

    private Optional<CutRecord> afterElement(int b) throws IOException {
        in.next();
        if (b != ',' && b != ']') {
            return rest();
        }
        state = b == ',' ? State.ELEMENT : State.MEMBERS;
        return Optional.empty();
    }

    private Optional<CutRecord> refused() {
        return Optional.of(new CutRecord(since, in.kept(), Optional.of(NO_ARRAY_CODE)));
    }

    private Optional<CutRecord> rest() throws IOException {
        state = State.OVER;
        if (in.broken() != null) {
            return Optional.empty();
        }
        byte[] rest = in.keptToEnd();
        return rest.length == 0 || in.broken() != null
                ? Optional.empty()
                : Optional.of(new CutRecord(since, rest, Optional.of(REST_CODE)));
    }

    @Override
    public Optional<String> broken() {
        return Optional.ofNullable(in.broken());
    }

    @Override
    public long offset() {
        return in.offset();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
