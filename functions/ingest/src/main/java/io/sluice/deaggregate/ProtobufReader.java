package io.sluice.deaggregate;

import java.util.Arrays;

/// Reads the fields of one Protocol Buffers message in the order of the bytes.
///
/// Source: Protocol Buffers documentation, "Encoding".
final class ProtobufReader {
    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int VARINT_BITS_MAX = 64;

    /// The bytes are no message.
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedException(String message) {
            super(message);
        }
    }

    private final byte[] data;
    private final int end;
    private int at;
    private int field;
    private int wireType;

    ProtobufReader(byte[] data, int from, int end) {
        this.data = data;
        this.at = from;
        this.end = end;
    }

    /// Goes to the next field, whose value must then be taken; false at the end of the message.
    boolean next() throws MalformedException {
        if (at == end) {
            return false;
        }
        long tag = varint();
        if (tag >>> Integer.SIZE != 0) {
            throw new MalformedException("A field's number has more than 29 bits");
        }
        field = (int) (tag >>> 3);
        wireType = (int) (tag & 7);
        return true;
    }

    /// The current field's number.
    int field() {
        return field;
    }

    /// The current field's value as a number.
    long number() throws MalformedException {
        require(VARINT);
        return varint();
    }

    /// A copy of the current field's bytes.
    byte[] bytes() throws MalformedException {
        int from = delimited();
        return Arrays.copyOfRange(data, from, at);
    }

    /// The current field's value as a message of its own.
    ProtobufReader message() throws MalformedException {
        int from = delimited();
        return new ProtobufReader(data, from, at);
    }

    /// Passes over a length-delimited value and gives where it starts.
    private int delimited() throws MalformedException {
        require(LENGTH_DELIMITED);
        long length = varint();
        int from = at;
        advance(length);
        return from;
    }

    private void advance(long count) throws MalformedException {
        if (count < 0 || count > end - at) {
            throw new MalformedException("A value is longer than its message");
        }
        at += (int) count;
    }

    private void require(int expected) throws MalformedException {
        if (wireType != expected) {
            throw new MalformedException("Field " + field + " has wire type " + wireType + ", not " + expected);
        }
    }

    private long varint() throws MalformedException {
        long value = 0;
        for (int shift = 0; shift < VARINT_BITS_MAX; shift += 7) {
            if (at == end) {
                throw new MalformedException("A number is cut short");
            }
            byte b = data[at++];
            if (shift == VARINT_BITS_MAX - 1 && b > 1) {
                throw new MalformedException("A number has more than 64 bits");
            }
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedException("A number has more than 64 bits");
    }
}
