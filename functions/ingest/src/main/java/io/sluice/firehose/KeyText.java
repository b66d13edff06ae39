package io.sluice.firehose;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A key of a response: the text of its name, made once for all records of a query, and name and value of the record
/// before. Parts of dates are one `String` for record after record; they are recognised by that and written as they
/// are. Belongs to one thread.
final class KeyText {
    private final byte[] name;
    private @Nullable String lastValue;
    /// Name and last value, once the value came twice.
    private byte @Nullable [] lastText;

    /// @param name what stands before a value
    KeyText(byte[] name) {
        this.name = name;
    }

    @SuppressWarnings("ReferenceEquality") // another instance of an equal text is written just as well, only slower
    void write(String value, ResponseBuffer out) throws IOException {
        if (value != lastValue) {
            lastValue = value;
            lastText = null;
            out.write(name);
            out.text(value);
            return;
        }
        out.write(text());
    }

    /// Tests whether the record before had this very value.
    @SuppressWarnings("ReferenceEquality")
    boolean isLast(String value) {
        return value == lastValue;
    }

    /// Name and value of the record before.
    byte[] text() {
        byte[] text = lastText;
        if (text == null) {
            text = ResponseWriter.joined(name, JsonStringText.bytes(Objects.requireNonNull(lastValue)));
            lastText = text;
        }
        return text;
    }
}
