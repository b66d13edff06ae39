package io.sluice.input;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// Text of two or four bytes a character, which Windows writes (PowerShell's `>` and `Out-File` up to version 5.1) and
/// nothing here reads. Without a byte order mark it is known by the zeros that stand beside each character of ASCII.
public enum WideText {
    UTF_32LE("UTF-32 (little-endian)", "UTF-32LE", 4, 0, "fffe0000"), //
    UTF_32BE("UTF-32 (big-endian)", "UTF-32BE", 4, 3, "0000feff"), //
    UTF_16LE("UTF-16 (little-endian)", "UTF-16LE", 2, 0, "fffe"), //
    UTF_16BE("UTF-16 (big-endian)", "UTF-16BE", 2, 1, "feff");

    /// Bytes that are looked at, where there are so many.
    public static final int HEAD_BYTES = 16;
    /// Bytes that can tell: what is no such text by them is none by more.
    static final int HEAD_BYTES_MIN = 4;

    private final String title;
    private final String charset;
    private final int unitBytes;
    /// The index of an ASCII character's byte in a unit.
    private final int place;
    /// The byte order mark, in hexadecimal digits.
    private final String mark;

    WideText(String title, String charset, int unitBytes, int place, String mark) {
        this.title = title;
        this.charset = charset;
        this.unitBytes = unitBytes;
        this.place = place;
        this.mark = mark;
    }

    /// Says that `head`, the first bytes of an input, is such text, and what to do; empty when it is not.
    public static Optional<String> refusal(byte[] head) {
        return Arrays.stream(values()).filter(each -> each.marks(head)).findFirst()
                .or(() -> Arrays.stream(values()).filter(each -> each.looksLike(head)).findFirst())
                .map(each -> "it is " + each.title + " text, and UTF-8 is what is read; convert it (iconv -f "
                        + each.charset
                        + " -t UTF-8, or in PowerShell: Get-Content FILE | Set-Content -Encoding utf8 COPY)");
    }

    private boolean marks(byte[] head) {
        return HexFormat.of().formatHex(head).startsWith(mark);
    }

    private boolean looksLike(byte[] head) {
        int bytes = head.length / unitBytes * unitBytes;
        if (bytes < HEAD_BYTES_MIN) {
            return false;
        }
        for (int i = 0; i < bytes; i++) {
            boolean fits = i % unitBytes == place ? isText(head[i]) : head[i] == 0;
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static boolean isText(byte b) {
        return (b >= ' ' && b < 0x7F) || b == '\n' || b == '\r' || b == '\t';
    }
}
