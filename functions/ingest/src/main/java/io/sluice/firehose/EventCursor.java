package io.sluice.firehose;

import io.sluice.jq.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// A place in the text of an event, and the reading of the plain tokens there; white space before a token does not
/// matter. What is not plain throws [Unusual]. Not safe for concurrent use.
final class EventCursor {
    /// Whole numbers that a double holds exactly, and then some room.
    private static final int DIGITS_MAX = 15;

    private static final List<RecordMember> MEMBERS = List.of(RecordMember.values());

    private final byte[] text;
    private final int end;
    private int at;

    /// At the start of `text[0, end)`.
    EventCursor(byte[] text, int end) {
        this.text = text;
        this.end = end;
    }

    /// The members of a record.
    @SuppressWarnings("ImmutableEnumChecker") // nobody writes into the arrays
    enum RecordMember {
        RECORD_ID("recordId"), ARRIVAL("approximateArrivalTimestamp"), DATA("data"), KINESIS("kinesisRecordMetadata");

        private final byte[] name;
        /// As it mostly stands before a value.
        private final byte[] label;

        RecordMember(String name) {
            this.name = name.getBytes(StandardCharsets.US_ASCII);
            this.label = ('"' + name + "\":").getBytes(StandardCharsets.US_ASCII);
        }
    }

    /// Goes over the opening of an object or array; false, and over its end too, when there is nothing in it.
    boolean opens(char opening, char closing) {
        expect(opening);
        boolean empty = next() == closing;
        at += empty ? 1 : 0;
        return !empty;
    }

    /// Goes over a comma, or over the end of an object or array: then false.
    boolean goesOn(char closing) {
        byte next = next();
        if (next != ',' && next != closing) {
            throw new Unusual();
        }
        at++;
        return next == ',';
    }

    void expect(char token) {
        if (next() != token) {
            throw new Unusual();
        }
        at++;
    }

    void expectEnd() {
        skipSpace();
        if (at != end) {
            throw new Unusual();
        }
    }

    /// A text of ASCII without escapes.
    String string() {
        int start = plainText();
        return new String(text, start, at - 1 - start, StandardCharsets.ISO_8859_1);
    }

    /// The same where it is an id: no text is made of it.
    RecordId id() {
        int start = plainText();
        return RecordId.slice(text, start, at - 1 - start);
    }

    /// Goes over a text of ASCII without escapes, to behind its quote; gives where it starts.
    private int plainText() {
        expect('"');
        int start = at;
        int behind = JsonBytes.plainEnd(text, start, end);
        if (!JsonBytes.isAscii(text, start, behind)) {
            throw new Unusual();
        }
        at = behind;
        expectHere('"');
        return start;
    }

    /// The name of a record's member, and the colon after it; names are not made strings for each record.
    ///
    /// @param likely the member that it mostly is: then name, quotes and colon are one comparison
    RecordMember recordMember(RecordMember likely) {
        int behindLabel = at + likely.label.length;
        if (behindLabel <= end && isAt(likely.label, at, behindLabel)) {
            at = behindLabel;
            return likely;
        }
        expect('"');
        int behind = JsonBytes.plainEnd(text, at, end);
        RecordMember member = recordMember(at, behind);
        at = behind;
        expectHere('"');
        expect(':');
        return member;
    }

    private RecordMember recordMember(int from, int to) {
        for (RecordMember member : MEMBERS) {
            if (isAt(member.name, from, to)) {
                return member;
            }
        }
        throw new Unusual();
    }

    private boolean isAt(byte[] name, int from, int to) {
        return Arrays.equals(name, 0, name.length, text, from, to);
    }

    /// A text up to the next quote, which is base64 only if it can be decoded.
    Base64Text base64() {
        expect('"');
        int behind = JsonBytes.quote(text, at, end);
        Base64Text base64 = Base64Text.slice(text, at, behind - at);
        at = behind;
        expectHere('"');
        return base64;
    }

    /// A whole number that is not negative.
    long integer() {
        skipSpace();
        int start = at;
        long number = 0;
        if (end - at >= Long.BYTES && JsonBytes.notDigits(JsonBytes.word(text, at)) == 0) {
            number = eightDigits(JsonBytes.word(text, at));
            at += Long.BYTES;
        }
        while (at < end && text[at] >= '0' && text[at] <= '9' && at - start <= DIGITS_MAX) {
            number = number * 10 + text[at++] - '0';
        }
        int digits = at - start;
        boolean ends = at < end && (text[at] == ',' || text[at] == '}' || JsonBytes.isSpace(text[at]));
        if (digits == 0 || digits > DIGITS_MAX || (digits > 1 && text[start] == '0') || !ends) {
            throw new Unusual();
        }
        return number;
    }

    /// The number of eight digits, the first one lowest in the word: pairs of digits, of pairs, and of fours are added
    /// up side by side.
    private static long eightDigits(long word) {
        long pairs = ((word & 0x0f0f_0f0f_0f0f_0f0fL) * (10 * 0x100 + 1)) >>> 8;
        long fours = ((pairs & 0x00ff_00ff_00ff_00ffL) * (100 * 0x1_0000 + 1)) >>> 16;
        return ((fours & 0x0000_ffff_0000_ffffL) * (10_000L * 0x1_0000_0000L + 1)) >>> 32;
    }

    private void expectHere(char token) {
        if (at == end || text[at] != token) {
            throw new Unusual();
        }
        at++;
    }

    /// The next byte that is no space; 0 at the end.
    private byte next() {
        skipSpace();
        return at < end ? text[at] : 0;
    }

    private void skipSpace() {
        at = JsonBytes.space(text, at, end);
    }

    /// The text takes another look.
    static final class Unusual extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unusual() {
            super(null, null, false, false);
        }
    }
}
