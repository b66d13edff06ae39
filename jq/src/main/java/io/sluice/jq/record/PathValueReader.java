package io.sluice.jq.record;

import io.sluice.jq.json.JsonBytes;
import io.sluice.jq.json.JsonSkipper;
import io.sluice.jq.json.MemberTexts;
import io.sluice.jq.json.QuickJsonParser;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// Reads the values at some paths of a record in one pass over its bytes, and finds the rest well-formed without
/// building it. One instance reads one record.
final class PathValueReader {
    private final byte[] text;
    private final int end;
    private final MemberTexts texts;
    private final JqValue[] slots;
    private @Nullable QuickJsonParser parser;
    private long seen;

    private PathValueReader(byte[] text, int end, MemberTexts texts, JqValue[] slots) {
        this.text = text;
        this.end = end;
        this.texts = texts;
        this.slots = slots;
    }

    /// Fills `slots`, which hold null values, with what is at `paths` in the record `text[start, end)`.
    ///
    /// @param texts what records before this one had before their members' values
    /// @return false when the exact parser must decide: the record is no object or not plain JSON, a path leads through
    ///         what is no object, or a member that is needed is there twice
    static boolean read(byte[] text, int start, int end, RecordPaths paths, MemberTexts texts, JqValue[] slots) {
        int at = JsonBytes.space(text, start, end);
        if (at == end || text[at] != '{') {
            return false;
        }
        int behind = new PathValueReader(text, end, texts, slots).members(paths, at, 0);
        return behind >= 0 && JsonBytes.space(text, behind, end) == end;
    }

    /// Goes over the object at `start`, whose members are wanted as `paths` says; gives the offset after it, or -1.
    private int members(RecordPaths paths, int start, int depth) {
        int at = JsonBytes.space(text, start + 1, end);
        if (at < end && text[at] == '}') {
            return at + 1;
        }
        at = start;
        do {
            at = member(paths, at, depth);
            at = at < 0 ? end : JsonBytes.space(text, at, end);
        } while (at < end && text[at] == ',');
        return at < end && text[at] == '}' ? at + 1 : -1;
    }

    /// Goes over the member after the brace or comma at `start`.
    private int member(RecordPaths paths, int start, int depth) {
        int value = texts.value(text, start, end);
        if (value < 0 || texts.nameEnd() < 0) {
            return -1;
        }
        RecordPaths member = paths.member(text, texts.nameStart(), texts.nameEnd());
        if (member == null) {
            return JsonSkipper.value(text, value, end, depth + 1, texts);
        }
        if ((seen & member.bit()) != 0) {
            return -1;
        }
        seen |= member.bit();
        return member.isSlot() ? slot(member.slot(), value, depth + 1) : inner(member, value, depth + 1);
    }

    /// Reads the value at `start` into a slot.
    private int slot(int slot, int start, int depth) {
        QuickJsonParser values = parser;
        if (values == null) {
            values = new QuickJsonParser(text, start, end);
            parser = values;
        }
        JqValue value = values.valueAt(start, depth);
        if (value == null) {
            return -1;
        }
        slots[slot] = value;
        return values.position();
    }

    /// Goes over a value whose members are wanted; a null value has none.
    private int inner(RecordPaths paths, int start, int depth) {
        if (start < end && text[start] == '{') {
            return depth > JsonSkipper.DEPTH_MAX ? -1 : members(paths, start, depth);
        }
        return start < end && text[start] == 'n' ? JsonSkipper.value(text, start, end, depth, texts) : -1;
    }
}
