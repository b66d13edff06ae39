package io.sluice.jq.json;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqValue;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The quick way through plain JSON: one value as RFC 8259 writes it, in well-formed UTF-8. Whatever else a text holds,
/// errors included, is for the exact parser to judge; on what this one takes, both agree.
public final class QuickJsonParser extends JsonCursor {
    private JqValue[] elements = {};
    private int used;

    public QuickJsonParser(byte[] text, int start, int end) {
        super(text, start, end);
    }

    /// The one value of `text[start, end)`, or null when the exact parser must decide.
    public static @Nullable JqValue parse(byte[] text, int start, int end) {
        return new QuickJsonParser(text, start, end).parse();
    }

    private @Nullable JqValue parse() {
        skipSpace();
        JqValue value = value(0);
        skipSpace();
        return at == end ? value : null;
    }

    /// The value that starts at `start`, which is so deep in others, or null when the exact parser must decide.
    @Nullable
    public JqValue valueAt(int start, int depth) {
        at = start;
        return value(depth);
    }

    /// The offset after the value that was read last.
    public int position() {
        return at;
    }

    @Nullable
    private JqValue value(int depth) {
        if (at >= end || depth > JsonSkipper.DEPTH_MAX) {
            return null;
        }
        return switch (text[at]) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            default -> scalar();
        };
    }

    private @Nullable JqValue object(int depth) {
        at++;
        skipSpace();
        JqObject.Builder object = JqObject.builder();
        if (accept('}')) {
            return object.build();
        }
        while (at < end && text[at] == '"') {
            String key = string();
            JqValue value = key == null ? null : member(depth);
            if (value == null) {
                return null;
            }
            object.put(Objects.requireNonNull(key), value);
            if (accept('}')) {
                return object.build();
            }
            if (!accept(',')) {
                return null;
            }
            skipSpace();
        }
        return null;
    }

    /// The value behind a key, and white space behind that.
    private @Nullable JqValue member(int depth) {
        skipSpace();
        if (!accept(':')) {
            return null;
        }
        skipSpace();
        JqValue value = value(depth + 1);
        skipSpace();
        return value;
    }

    /// An object of an array.
    ///
    /// @param keys of the one before
    private @Nullable JqValue object(int depth, RepeatedKeys keys) {
        at++;
        skipSpace();
        JqObject.Builder object = JqObject.builder();
        if (accept('}')) {
            return object.build();
        }
        boolean isSame = true;
        for (int i = 0; at < end && text[at] == '"'; i++) {
            int start = at;
            int behind = isSame ? keys.end(i, start, end) : -1;
            isSame = behind >= 0;
            String key;
            if (isSame) {
                at = behind;
                key = keys.name(i);
            } else {
                key = string();
                if (key == null) {
                    return null;
                }
                keys.put(i, key, start, at);
            }
            JqValue value = member(depth);
            if (value == null) {
                return null;
            }
            if (isSame) {
                object.putNew(key, value);
            } else if (object.put(key, value).size() <= i) {
                keys.cut(0);
            }
            if (accept('}')) {
                return object.build();
            }
            if (!accept(',')) {
                return null;
            }
            skipSpace();
        }
        return null;
    }

    private @Nullable JqValue array(int depth) {
        at++;
        skipSpace();
        if (accept(']')) {
            return JqArray.of();
        }
        int first = used;
        RepeatedKeys keys = null;
        while (true) {
            JqValue value;
            if (at < end && text[at] == '{' && depth < JsonSkipper.DEPTH_MAX) {
                keys = keys == null ? new RepeatedKeys(text) : keys;
                value = object(depth + 1, keys);
            } else {
                value = value(depth + 1);
            }
            if (value == null) {
                return null;
            }
            if (used == elements.length) {
                elements = Arrays.copyOf(elements, Math.max(16, used * 2));
            }
            elements[used++] = value;
            skipSpace();
            if (accept(']')) {
                JqArray array = JqArray.of(Arrays.copyOfRange(elements, first, used));
                used = first;
                return array;
            }
            if (!accept(',')) {
                return null;
            }
            skipSpace();
        }
    }
}
