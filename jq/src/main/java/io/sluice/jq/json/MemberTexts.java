package io.sluice.jq.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Goes over what stands before a member's value: brace or comma, name, colon, and the white space among them. Records
/// of a stream, and objects of an array, have the same members in the same order, so the two texts that came after this
/// one before are tried first: what is equal to a text that was looked through is as well-formed as that (ADR 0010).
///
/// Bounded: holds [#TEXTS_MAX] texts, then forgets them all. Belongs to one thread.
public final class MemberTexts {
    /// Texts that are remembered at once.
    static final int TEXTS_MAX = 256;
    /// A hash's highest bits choose a place.
    private static final int HASH_SHIFT = Long.SIZE - 8;

    private static final ThreadLocal<MemberTexts> OF_THREAD = ThreadLocal.withInitial(MemberTexts::new);

    private final @Nullable MemberText[] known = new MemberText[TEXTS_MAX];
    private int used;
    private MemberText last = new MemberText();
    private int nameStart;
    private int nameEnd;

    /// Those of the current thread.
    public static MemberTexts ofThread() {
        return OF_THREAD.get();
    }

    /// The offset of the value of the member whose brace or comma is at `at`, or -1 when the exact parser must decide.
    public int value(byte[] text, int at, int end) {
        MemberText expected = last.next();
        if (!expected.isAt(text, at, end)) {
            expected = last.other();
            if (!expected.isAt(text, at, end)) {
                return lookedThrough(text, at, end);
            }
        }
        last = expected;
        nameStart = at + expected.nameStart();
        nameEnd = at + expected.nameEnd();
        return JsonBytes.space(text, at + expected.length(), end);
    }

    /// The offset of the name after its quote in the text that [#value] went over last.
    public int nameStart() {
        return nameStart;
    }

    /// The offset of the quote after the name; less than [#nameStart()] when the name has escapes.
    public int nameEnd() {
        return nameEnd;
    }

    private int lookedThrough(byte[] text, int at, int end) {
        int quote = JsonBytes.space(text, at + 1, end);
        if (quote == end || text[quote] != '"') {
            return -1;
        }
        int behind = JsonScalars.string(text, quote, end);
        int value = behind < 0 ? -1 : colon(text, behind, end);
        if (value < 0) {
            return -1;
        }
        boolean plain = JsonBytes.plainEnd(text, quote + 1, end) == behind - 1;
        nameStart = quote + 1;
        nameEnd = plain ? behind - 1 : -1;
        if (plain && MemberText.isShort(at, value, end)) {
            remember(new MemberText(text, at, nameStart, nameEnd, value));
        }
        return value;
    }

    /// Goes over the colon, and the space around it.
    private static int colon(byte[] text, int at, int end) {
        int colon = JsonBytes.space(text, at, end);
        return colon < end && text[colon] == ':' ? JsonBytes.space(text, colon + 1, end) : -1;
    }

    private void remember(MemberText text) {
        int place = (int) (text.hash() >>> HASH_SHIFT);
        MemberText there = known[place];
        if (there != null && there.isSameAs(text)) {
            last.follow(there);
            last = there;
            return;
        }
        if (used == TEXTS_MAX) {
            Arrays.fill(known, null);
            used = 0;
            last = new MemberText();
        }
        used++;
        known[place] = text;
        last.follow(text);
        last = text;
    }
}
