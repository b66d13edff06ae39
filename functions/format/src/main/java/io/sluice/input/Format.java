package io.sluice.input;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// The format of a file or an object, by its first bytes. Text has no mark of its own: whatever is not recognised is
/// text.
public enum Format {
    TEXT("text"), GZIP("gzip"), ZSTD("zstd"), PARQUET("Parquet"), ORC("ORC"), AVRO("Avro"), ZIP("ZIP"), SNAPPY(
            "Snappy"), BZIP2("bzip2");

    /// Bytes that it takes to tell.
    public static final int HEAD_BYTES = 10;

    private record Mark(Format format, byte[] bytes) {}

    private static final List<Mark> MARKS = List.of(new Mark(GZIP, bytes(0x1F, 0x8B)),
            new Mark(ZSTD, bytes(0x28, 0xB5, 0x2F, 0xFD)), new Mark(PARQUET, ascii("PAR1")),
            new Mark(ORC, ascii("ORC")), new Mark(AVRO, ascii("Obj\u0001")), new Mark(ZIP, ascii("PK\u0003\u0004")),
            new Mark(SNAPPY, bytes(0xFF, 0x06, 0x00, 0x00, 's', 'N', 'a', 'P', 'p', 'Y')),
            new Mark(SNAPPY, bytes(0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0x00)), new Mark(BZIP2, ascii("BZh")));

    /// A frame of zstd that decoders pass over begins with one of sixteen numbers and these (RFC 8878, 3.1.2); LZ4 has
    /// them, too.
    private static final byte[] SKIPPABLE = bytes(0x2A, 0x4D, 0x18);
    private static final int SKIPPABLE_FIRST = 0x50;

    private final String title;

    Format(String title) {
        this.title = title;
    }

    /// Returns the format's name in messages.
    public String title() {
        return title;
    }

    /// @param head the first bytes, [#HEAD_BYTES] of them where there are so many
    public static Format of(byte[] head) {
        if (isSkippable(head)) {
            return ZSTD;
        }
        return MARKS.stream().filter(mark -> startsWith(head, mark.bytes)).map(Mark::format).findFirst().orElse(TEXT);
    }

    private static boolean isSkippable(byte[] head) {
        return head.length > SKIPPABLE.length && (head[0] & 0xF0) == SKIPPABLE_FIRST
                && Arrays.equals(head, 1, 1 + SKIPPABLE.length, SKIPPABLE, 0, SKIPPABLE.length);
    }

    private static boolean startsWith(byte[] head, byte[] mark) {
        return head.length >= mark.length && Arrays.equals(head, 0, mark.length, mark, 0, mark.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
