package io.sluice.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// A format that nothing here reads, known by its first bytes, so that it is refused by its name and not cut into
/// lines. Marks that text might begin with count only where bytes follow that text does not have.
public enum ForeignFormat {
    PNG("a PNG image", Kind.SURE, "89504e470d0a1a0a"), //
    JPEG("a JPEG image", Kind.SURE, "ffd8ff"), //
    GIF("a GIF image", Kind.BINARY, "474946383961", "474946383761"), //
    PDF("a PDF document", Kind.SURE, "255044462d"), //
    ZIP("a ZIP archive (workbooks of Excel are such)", Kind.SURE, "504b0304", "504b0506"), //
    SEVEN_ZIP("a 7z archive", Kind.SURE, "377abcaf271c"), //
    RAR("a RAR archive", Kind.SURE, "526172211a07"), //
    ELF("an ELF program", Kind.SURE, "7f454c46"), //
    CLASS("a Java class", Kind.SURE, "cafebabe"), //
    WINDOWS("a Windows program", Kind.BINARY, "4d5a"), //
    OLE("a file of old Office programs", Kind.SURE, "d0cf11e0a1b11ae1"), //
    SQLITE("an SQLite database", Kind.SURE, "53514c69746520666f726d6174203300"), //
    AVRO("Avro", Kind.SURE, "4f626a01"), //
    ORC("ORC", Kind.BINARY, "4f5243"), //
    ARROW("Arrow", Kind.SURE, "4152524f57310000"), //
    PARQUET_ENCRYPTED("encrypted Parquet", Kind.BINARY, "50415245"), //
    HDF5("HDF5", Kind.SURE, "894844460d0a1a0a"), //
    NUMPY("a NumPy array", Kind.SURE, "934e554d5059"), //
    SNAPPY("Snappy", Kind.SURE, "ff060000734e61507059", "82534e4150505900"), //
    LZ4("LZ4", Kind.SURE, "04224d18"), //
    COMPRESS("compressed by `compress` (.Z)", Kind.SURE, "1f9d"), //
    XZ("xz", Kind.SURE, "fd377a585a00"), //
    TAR("a tar archive", Kind.TAR);

    /// Bytes that it takes to tell.
    public static final int HEAD_BYTES = 263;

    private static final int TAR_MARK = 257;

    /// The conditions under which a mark counts.
    private enum Kind {
        SURE, BINARY, TAR
    }

    private final String title;
    private final Kind kind;
    /// Over hexadecimal digits.
    private final Pattern marks;

    ForeignFormat(String title, Kind kind, String... marks) {
        this.title = title;
        this.kind = kind;
        this.marks = Pattern.compile(String.join("|", marks));
    }

    /// Returns the format's name in messages, with its article.
    public String title() {
        return title;
    }

    /// @param head the first bytes, [#HEAD_BYTES] of them where there are so many; empty when it is none of these
    public static Optional<ForeignFormat> of(byte[] head) {
        String hex = HexFormat.of().formatHex(head);
        return Arrays.stream(values()).filter(each -> each.begins(head, hex)).findFirst();
    }

    private boolean begins(byte[] head, String hex) {
        if (kind == Kind.TAR) {
            return head.length >= HEAD_BYTES
                    && new String(head, TAR_MARK, 5, ISO_8859_1).equals("ustar") && isBinary(head);
        }
        return marks.matcher(hex).lookingAt() && (kind == Kind.SURE || isBinary(head));
    }

    /// Tests whether there is a byte that text has none of: a control character that is no white space.
    public static boolean isBinary(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f') {
                return true;
            }
        }
        return false;
    }
}
