package io.sluice.lines;

import io.sluice.input.NarrowText;
import io.sluice.plugin.Transformed;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A record that is one line of text, and the line end that may stand behind it.
///
/// @param text without the line end
/// @param end  the line end
record TextLine(byte[] text, byte[] end) {
    static TextLine of(byte[] record) {
        int length = record.length;
        if (length > 0 && record[length - 1] == '\n') {
            length--;
            length -= length > 0 && record[length - 1] == '\r' ? 1 : 0;
        }
        return new TextLine(Arrays.copyOf(record, length), Arrays.copyOfRange(record, length, record.length));
    }

    /// The record of this line that `json` is, with its line end.
    Transformed as(byte[] json) {
        byte[] whole = Arrays.copyOf(json, json.length + end.length);
        System.arraycopy(end, 0, whole, json.length, end.length);
        return Transformed.kept(whole);
    }

    /// The reason why the line is not of a form.
    ///
    /// @param form its name and what it looks like
    Transformed failed(String form) {
        int bad = notUtf8();
        if (bad >= 0) {
            return new Transformed.Failed("the line is not UTF-8 from byte " + bad + " on; convert the text, as with "
                    + NarrowText.conversion(text));
        }
        for (byte b : text) {
            if (b == '\n') {
                return new Transformed.Failed("the record has several lines; split them with RecordDeAggregation,"
                        + " SubRecordType DELIMITED with the Delimiter Cg==");
            }
        }
        return new Transformed.Failed("the line is not of the form " + form);
    }

    boolean isUtf8() {
        return notUtf8() < 0;
    }

    private int notUtf8() {
        ByteBuffer bytes = ByteBuffer.wrap(text);
        return StandardCharsets.UTF_8.newDecoder().decode(bytes, CharBuffer.allocate(text.length), true).isError()
                ? bytes.position()
                : -1;
    }
}
