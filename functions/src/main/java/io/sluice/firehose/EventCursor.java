package io.sluice.firehose;

import io.sluice.jq.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A place in the text of an event, and the reading of the plain tokens there; white space before a token does not
/// matter. What is not plain throws [Unusual]. Not safe for concurrent use.
final class EventCursor {
    /// Whole numbers that a double holds exactly, and then some room.
    private static final int DIGITS_MAX = 15;
    private static final byte[] RECORD_ID = ascii("recordId");
    private static final byte[] ARRIVAL = ascii("approximateArrivalTimestamp");
    private static final byte[] DATA = ascii("data");
    private static final byte[] KINESIS = ascii("kinesisRecordMetadata");

    private final byte[] text;
    private final int end;
    private int at;

    /// At the start of `text[0, end)`.
    EventCursor(byte[] text, int end) {
        this.text = text;
        this.end = end;
    }

    /// The members of a record.
    enum RecordMember {
        RECORD_ID, ARRIVAL, DATA, KINESIS
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
        expect('"');
        int behind = JsonBytes.plainEnd(text, at, end);
        if (!JsonBytes.isAscii(text, at, behind)) {
            throw new Unusual();
        }
        String string = new String(text, at, behind - at, StandardCharsets.ISO_8859_1);
        at = behind;
        expectHere('"');
        return string;
    }

    /// The name of a record's member, and the colon after it; names are not made strings for each record.
    RecordMember recordMember() {
        expect('"');
        int behind = JsonBytes.plainEnd(text, at, end);
        RecordMember member = recordMember(at, behind);
        at = behind;
        expectHere('"');
        expect(':');
        return member;
    }

    private RecordMember recordMember(int from, int to) {
        if (isAt(RECORD_ID, from, to)) {
            return RecordMember.RECORD_ID;
        }
        if (isAt(DATA, from, to)) {
            return RecordMember.DATA;
        }
        if (isAt(ARRIVAL, from, to)) {
            return RecordMember.ARRIVAL;
        }
        if (isAt(KINESIS, from, to)) {
            return RecordMember.KINESIS;
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// The text takes another look.
    static final class Unusual extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unusual() {
            super(null, null, false, false);
        }
    }
}
