package io.sluice.jq.json;

/// A short text that stood before a member's value, like `,"name":`, as three words, to be compared eight bytes at a
/// time; and the two texts that came after it last, say those of the next element of an array and of what follows the
/// array. Belongs to its [MemberTexts].
final class MemberText {
    private static final int BYTES_MAX = 3 * Long.BYTES;
    /// An odd number without a pattern: multiplying by it spreads a word over the hash's highest bits.
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long first;
    private final long firstMask;
    private final long second;
    private final long secondMask;
    private final long third;
    private final long thirdMask;
    private final int length;
    private final int nameStart;
    private final int nameEnd;
    private MemberText next = this;
    private MemberText other = this;

    /// A text that is nowhere.
    MemberText() {
        this.first = 1;
        this.firstMask = 0;
        this.second = 0;
        this.secondMask = 0;
        this.third = 0;
        this.thirdMask = 0;
        this.length = 0;
        this.nameStart = 0;
        this.nameEnd = 0;
    }

    /// The text `text[from, to)`, which [#isShort].
    MemberText(byte[] text, int from, int nameStart, int nameEnd, int to) {
        this.length = to - from;
        this.firstMask = mask(length);
        this.first = JsonBytes.word(text, from) & firstMask;
        this.secondMask = mask(length - Long.BYTES);
        this.second = JsonBytes.word(text, from + Long.BYTES) & secondMask;
        this.thirdMask = mask(length - 2 * Long.BYTES);
        this.third = JsonBytes.word(text, from + 2 * Long.BYTES) & thirdMask;
        this.nameStart = nameStart - from;
        this.nameEnd = nameEnd - from;
    }

    /// Tests whether `from` to `to` is short enough, and far enough from the end for whole words.
    static boolean isShort(int from, int to, int end) {
        return to - from <= BYTES_MAX && from <= end - BYTES_MAX;
    }

    /// Ones for the first `bytes` bytes of a word.
    private static long mask(int bytes) {
        return bytes >= Long.BYTES ? -1 : bytes <= 0 ? 0 : (1L << (bytes * Byte.SIZE)) - 1;
    }

    /// Tests whether this text is at `at`.
    boolean isAt(byte[] text, int at, int end) {
        if (at > end - BYTES_MAX || (JsonBytes.word(text, at) & firstMask) != first) {
            return false;
        }
        return length <= Long.BYTES
                || ((JsonBytes.word(text, at + Long.BYTES) & secondMask) == second
                        && (JsonBytes.word(text, at + 2 * Long.BYTES) & thirdMask) == third);
    }

    boolean isSameAs(MemberText other) {
        return length == other.length && first == other.first && second == other.second && third == other.third;
    }

    long hash() {
        return ((first * SPREAD + second) * SPREAD + third) * SPREAD;
    }

    MemberText next() {
        return next;
    }

    /// The text that came before [#next()].
    MemberText other() {
        return other;
    }

    void follow(MemberText text) {
        other = next;
        next = text;
    }

    int length() {
        return length;
    }

    int nameStart() {
        return nameStart;
    }

    int nameEnd() {
        return nameEnd;
    }
}
