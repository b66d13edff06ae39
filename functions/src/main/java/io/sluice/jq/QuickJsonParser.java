package io.sluice.jq;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The quick way through plain JSON: one value as RFC 8259 writes it, in well-formed UTF-8. Whatever else a text holds,
/// errors included, is for the exact parser to judge; on what this one takes, both agree.
final class QuickJsonParser extends JsonCursor {
    /// Half of jq's limit, since an object counts twice there.
    private static final int DEPTH_MAX = 120;

    /// Members of the outermost object to build; null: all.
    private final @Nullable Set<String> wanted;
    private JqValue[] elements = new JqValue[16];
    private int used;

    private QuickJsonParser(byte[] text, int start, int end, @Nullable Set<String> wanted) {
        super(text, start, end);
        this.wanted = wanted;
    }

    /// The one value of `text[start, end)`, or null when the exact parser must decide.
    static @Nullable JqValue parse(byte[] text, int start, int end) {
        return new QuickJsonParser(text, start, end, null).parse();
    }

    /// Like `parse`, with only the wanted members when the value is an object; the others are checked just the same.
    static @Nullable JqValue parse(byte[] text, int start, int end, Set<String> wanted) {
        return new QuickJsonParser(text, start, end, wanted).parse();
    }

    private @Nullable JqValue parse() {
        skipSpace();
        JqValue value = value(0);
        skipSpace();
        return at == end ? value : null;
    }

    private @Nullable JqValue value(int depth) {
        if (at >= end || depth > DEPTH_MAX) {
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
            skipSpace();
            if (key == null || !accept(':')) {
                return null;
            }
            skipSpace();
            if (depth == 0 && wanted != null && !wanted.contains(key)) {
                if (!skip(1)) {
                    return null;
                }
            } else {
                JqValue value = value(depth + 1);
                if (value == null) {
                    return null;
                }
                object.put(key, value);
            }
            skipSpace();
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
            return JqArray.EMPTY;
        }
        int first = used;
        while (true) {
            JqValue value = value(depth + 1);
            if (value == null) {
                return null;
            }
            if (used == elements.length) {
                elements = Arrays.copyOf(elements, used * 2);
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

    /// Goes over a value without building it; false where `value` would give null.
    private boolean skip(int depth) {
        if (at >= end || depth > DEPTH_MAX) {
            return false;
        }
        return switch (text[at]) {
            case '{' -> skipMembers(depth);
            case '[' -> skipElements(depth);
            case '"' -> skipString();
            default -> value(depth) != null;
        };
    }

    private boolean skipMembers(int depth) {
        at++;
        skipSpace();
        if (accept('}')) {
            return true;
        }
        do {
            skipSpace();
            if (at >= end || text[at] != '"' || !skipString()) {
                return false;
            }
            skipSpace();
            if (!accept(':')) {
                return false;
            }
            skipSpace();
            if (!skip(depth + 1)) {
                return false;
            }
            skipSpace();
        } while (accept(','));
        return accept('}');
    }

    private boolean skipElements(int depth) {
        at++;
        skipSpace();
        if (accept(']')) {
            return true;
        }
        do {
            skipSpace();
            if (!skip(depth + 1)) {
                return false;
            }
            skipSpace();
        } while (accept(','));
        return accept(']');
    }

    private boolean skipString() {
        int start = ++at;
        while (at < end && text[at] != '"') {
            byte c = text[at++];
            if (c == '\\') {
                return escaped(start) != null;
            }
            if (c >= 0 && c < 0x20) {
                return false;
            }
        }
        return at++ < end;
    }
}
