package io.sluice.jq.json;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arrays and objects around the place that the exact parser has come to, and the value read last. Which texts are
/// wrong, and in what words, is jq's.
final class OpenContainers {
    private static final int DEPTH_MAX = 256;

    /// An array or object that is still open; an object waits with its key between `:` and the end of the value.
    private sealed interface Open {
        record InArray(List<JqValue> elements) implements Open {}

        record InObject(JqObject.Builder members) implements Open {}

        record AtKey(String key, JqObject.Builder members) implements Open {}
    }

    private final Deque<Open> stack = new ArrayDeque<>();
    private @Nullable JqValue pending;
    /// The depth of the text's nesting, as jq counts it: an object's key stands on its stack above the object.
    private int depth;

    boolean isEmpty() {
        return stack.isEmpty();
    }

    /// The value read last, when nothing is open around it; it is then gone from here.
    @Nullable
    JqValue done() {
        JqValue value = stack.isEmpty() ? pending : null;
        if (value != null) {
            pending = null;
        }
        return value;
    }

    /// Forgets all that is open.
    void drop() {
        stack.clear();
        depth = 0;
        pending = null;
    }

    /// Takes a value that has been read.
    void value(JqValue value) throws ExactJsonParser.Malformed {
        if (pending != null) {
            throw new ExactJsonParser.Malformed("Expected separator between values");
        }
        pending = value;
    }

    /// Takes one of `[ ] { } : ,`.
    void structure(byte c) throws ExactJsonParser.Malformed {
        switch (c) {
            case '[' -> open(new Open.InArray(new ArrayList<>()));
            case '{' -> open(new Open.InObject(JqObject.builder()));
            case ':' -> colon();
            case ',' -> comma();
            case ']' -> closeArray();
            default -> closeObject();
        }
    }

    private void open(Open container) throws ExactJsonParser.Malformed {
        if (depth >= DEPTH_MAX) {
            throw new ExactJsonParser.Malformed("Exceeds depth limit for parsing");
        }
        if (pending != null) {
            throw new ExactJsonParser.Malformed("Expected separator between values");
        }
        stack.push(container);
        depth++;
    }

    private void colon() throws ExactJsonParser.Malformed {
        if (pending == null) {
            throw new ExactJsonParser.Malformed("Expected string key before ':'");
        }
        if (!(stack.peek() instanceof Open.InObject(JqObject.Builder members))) {
            throw new ExactJsonParser.Malformed("':' not as part of an object");
        }
        if (!(pending instanceof JqString(String key))) {
            throw new ExactJsonParser.Malformed("Object keys must be strings");
        }
        stack.pop();
        stack.push(new Open.AtKey(key, members));
        depth++;
        pending = null;
    }

    private void comma() throws ExactJsonParser.Malformed {
        JqValue value = pending;
        if (value == null) {
            throw new ExactJsonParser.Malformed("Expected value before ','");
        }
        switch (stack.peek()) {
            case null -> throw new ExactJsonParser.Malformed("',' not as part of an object or array");
            case Open.InArray(List<JqValue> elements) -> elements.add(value);
            case Open.AtKey(String key, JqObject.Builder members) -> {
                stack.pop();
                stack.push(new Open.InObject(members.put(key, value)));
                depth--;
            }
            case Open.InObject _ -> throw new ExactJsonParser.Malformed("Objects must consist of key:value pairs");
        }
        pending = null;
    }

    private void closeArray() throws ExactJsonParser.Malformed {
        if (!(stack.peek() instanceof Open.InArray(List<JqValue> elements))) {
            throw new ExactJsonParser.Malformed("Unmatched ']'");
        }
        if (pending != null) {
            elements.add(pending);
        } else if (!elements.isEmpty()) {
            throw new ExactJsonParser.Malformed("Expected another array element");
        }
        stack.pop();
        depth--;
        pending = JqArray.of(elements);
    }

    private void closeObject() throws ExactJsonParser.Malformed {
        JqValue value = pending;
        switch (stack.peek()) {
            case Open.AtKey(String key, JqObject.Builder members) when value != null -> {
                members.put(key, value);
                depth--;
            }
            case Open.InObject(JqObject.Builder members) when value == null && members.size() > 0 ->
                throw new ExactJsonParser.Malformed("Expected another key-value pair");
            case Open.InObject _ when value == null -> {
            }
            case null -> throw new ExactJsonParser.Malformed("Unmatched '}'");
            default -> throw new ExactJsonParser.Malformed(
                    value == null ? "Unmatched '}'" : "Objects must consist of key:value pairs");
        }
        depth--;
        pending = switch (stack.pop()) {
            case Open.AtKey(String _, JqObject.Builder members) -> members.build();
            case Open.InObject(JqObject.Builder members) -> members.build();
            case Open.InArray(List<JqValue> elements) -> JqArray.of(elements);
        };
    }
}
