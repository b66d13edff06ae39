package io.sluice.jq.json;

/// Goes over values without building them, and finds them well-formed as `QuickJsonParser` does: RFC 8259 and nothing
/// beyond. Every method gives the offset after what it goes over, or -1 when the exact parser must decide.
///
/// Positions are passed along rather than kept in a field, so that they stay in registers: with a field, going over a
/// record took twice the time.
public final class JsonSkipper {
    /// Half of jq's limit, since an object counts twice there.
    public static final int DEPTH_MAX = 120;

    /// No container is open. Above it there is a bit for each that is: 1 for an object, 0 for an array.
    private static final long NONE_OPEN = 1;
    private static final long OPEN_MAX = 1L << 62;

    private JsonSkipper() {}

    /// Goes over the value that starts at `start`, which is so deep in others.
    public static int value(byte[] text, int start, int end, int depth, MemberTexts members) {
        long open = NONE_OPEN;
        int level = depth;
        int at = JsonBytes.space(text, start, end);
        while (at >= 0 && at < end && level <= DEPTH_MAX) {
            byte c = text[at];
            if (isOpening(c) && !isEmpty(text, at, end) && open < OPEN_MAX) {
                open = open << 1 | (c == '{' ? 1 : 0);
                level++;
                at = inner(text, at, end, (open & 1) != 0, members);
                continue;
            }
            at = isOpening(c) ? container(text, at, end, level, members) : JsonScalars.scalar(text, at, end);
            while (open != NONE_OPEN && at >= 0) {
                at = JsonBytes.space(text, at, end);
                boolean object = (open & 1) != 0;
                if (at < end && text[at] == ',') {
                    at = inner(text, at, end, object, members);
                    break;
                }
                at = at < end && text[at] == (object ? '}' : ']') ? at + 1 : -1;
                open >>>= 1;
                level--;
            }
            if (open == NONE_OPEN) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isOpening(byte c) {
        return c == '{' || c == '[';
    }

    /// Tests whether nothing but space is in the container at `at`.
    private static boolean isEmpty(byte[] text, int at, int end) {
        int next = JsonBytes.space(text, at + 1, end);
        return next < end && text[next] == closing(text[at]);
    }

    private static int closing(byte opening) {
        return opening == '{' ? '}' : ']';
    }

    /// A container that is empty, or so deep in others that it is gone over by a call of its own.
    private static int container(byte[] text, int at, int end, int depth, MemberTexts members) {
        return isEmpty(text, at, end)
                ? JsonBytes.space(text, at + 1, end) + 1
                : value(text, at, end, depth, members);
    }

    /// The offset of the next value after the brace, bracket or comma at `at`.
    private static int inner(byte[] text, int at, int end, boolean object, MemberTexts members) {
        return object ? members.value(text, at, end) : JsonBytes.space(text, at + 1, end);
    }
}
