package io.sluice.firehose;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A record's id: a text, or a slice of the event that brought it, which goes into the answer as it is and becomes a
/// text only for who asks for one (ADR 0010, fifth round). Immutable as long as nobody writes into the event.
public final class RecordId {
    private static final byte[] NO_EVENT = {};
    /// No id.
    static final RecordId NONE = of("");

    private final byte[] event;
    private final int offset;
    private final int length;
    /// The id as a text; null where there is only a slice.
    private final @Nullable String text;

    private RecordId(byte[] event, int offset, int length, @Nullable String text) {
        this.event = event;
        this.offset = offset;
        this.length = length;
        this.text = text;
    }

    /// An id of any characters.
    public static RecordId of(String text) {
        return new RecordId(NO_EVENT, 0, text.length(), text);
    }

    /// An id in an event's text.
    ///
    /// @param length bytes, all of them ASCII that stands in a JSON string for itself
    static RecordId slice(byte[] event, int offset, int length) {
        return new RecordId(event, offset, length, null);
    }

    boolean isEmpty() {
        return length == 0;
    }

    /// The id's characters.
    public String text() {
        return text == null ? new String(event, offset, length, StandardCharsets.ISO_8859_1) : text;
    }

    /// The most bytes that it takes inside a JSON string, without a look at its characters.
    long jsonBytesMax() {
        return text == null ? length : (long) JsonStringText.CHAR_BYTES_MAX * length;
    }

    /// The bytes that it takes inside a JSON string.
    long jsonBytes() {
        return text == null ? length : JsonStringText.bytes(text).length;
    }

    void writeTo(ResponseBuffer out) throws IOException {
        if (text == null) {
            out.write(event, offset, length);
        } else {
            out.write(JsonStringText.bytes(text));
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordId id && text().equals(id.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
