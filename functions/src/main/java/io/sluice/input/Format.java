package io.sluice.input;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// What a file or an object is, by its first bytes. Text has no mark of its own: whatever is not recognised is text.
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

    private final String title;

    Format(String title) {
        this.title = title;
    }

    /// How messages call it.
    public String title() {
        return title;
    }

    /// @param head the first bytes, [#HEAD_BYTES] of them where there are so many
    public static Format of(byte[] head) {
        return MARKS.stream().filter(mark -> startsWith(head, mark.bytes)).map(Mark::format).findFirst().orElse(TEXT);
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
