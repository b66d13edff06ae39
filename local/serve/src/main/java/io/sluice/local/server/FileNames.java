package io.sluice.local.server;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.StringJoiner;

/// Names of files and folders for S3 keys, and back. S3 takes any text as a key, a file system does not: what stands
/// between two slashes has its own name where that is one, and else an encoded one that begins with `%%`. Why so:
/// `docs/decisions/0058-keys-as-files.md`.
public final class FileNames {
    /// How an encoded name begins; what follows is percent-encoded UTF-8.
    static final String MARK = "%%";
    /// How an encoded name ends that the next name goes on with.
    private static final String GOES_ON = "%";
    /// The longest name of the usual file systems, in bytes.
    private static final int NAME_BYTES_MAX = 255;
    private static final int PIECE_CHARS_MAX = NAME_BYTES_MAX - 5;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String AS_THEY_ARE = "-_.=";
    private static final Charset PLATFORM = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private FileNames() {}

    /// The name of a key's segment, as a relative path: most are one name.
    static String usual(String segment) {
        return isName(segment) ? segment : encoded(segment);
    }

    /// The name of a segment where the usual one is taken by something else: it is a file's name in one key and a
    /// folder's in another, or the file system takes two letters for the same.
    static String other(String segment) {
        return isName(segment) ? encoded(segment) : encoded(segment) + GOES_ON + "/" + MARK;
    }

    private static boolean isName(String segment) {
        return !segment.isEmpty() && !segment.equals(".") && !segment.equals("..") && segment.indexOf('\0') < 0
                && !segment.startsWith(MARK) && !isTheStores(segment) && bytes(segment) <= NAME_BYTES_MAX
                && (PLATFORM.equals(StandardCharsets.UTF_8) || PLATFORM.newEncoder().canEncode(segment));
    }

    private static int bytes(String segment) {
        return segment.length() > NAME_BYTES_MAX
                ? segment.length()
                : segment.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Names that the file store keeps to itself.
    private static boolean isTheStores(String segment) {
        return segment.startsWith(".mpus-") || segment.startsWith(".s3proxy-");
    }

    private static String encoded(String segment) {
        StringBuilder names = new StringBuilder(MARK);
        int piece = 0;
        for (byte each : segment.getBytes(StandardCharsets.UTF_8)) {
            String text = isAsItIs(each) ? Character.toString(each) : '%' + HEX.toHexDigits(each);
            if (piece + text.length() > PIECE_CHARS_MAX) {
                names.append(GOES_ON).append('/').append(MARK);
                piece = 0;
            }
            names.append(text);
            piece += text.length();
        }
        return names.toString();
    }

    /// Capital letters are encoded, too: some file systems take them for small ones.
    private static boolean isAsItIs(byte each) {
        return (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') || AS_THEY_ARE.indexOf(each) >= 0;
    }

    /// The key of a file; empty when no key has it.
    ///
    /// @param bucket the folder of its bucket
    public static Optional<String> key(Path bucket, Path file) {
        StringJoiner key = new StringJoiner("/");
        StringBuilder begun = new StringBuilder();
        boolean goesOn = false;
        for (Path each : bucket.relativize(file)) {
            String name = each.toString();
            boolean isEncoded = name.startsWith(MARK);
            if (goesOn && !isEncoded) {
                return Optional.empty();
            }
            goesOn = isEncoded && name.length() > MARK.length() && name.endsWith(GOES_ON);
            begun.append(isEncoded ? name.substring(MARK.length(), name.length() - (goesOn ? 1 : 0)) : "");
            if (!goesOn) {
                Optional<String> segment = isEncoded ? decoded(begun.toString()) : Optional.of(name);
                if (segment.isEmpty()) {
                    return Optional.empty();
                }
                key.add(segment.get());
                begun.setLength(0);
            }
        }
        return goesOn ? Optional.empty() : Optional.of(key.toString());
    }

    /// Empty for a text that nothing is encoded as.
    private static Optional<String> decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                bytes.write(c);
            } else if (i + 2 < text.length() && HexFormat.isHexDigit(text.charAt(i + 1))
                    && HexFormat.isHexDigit(text.charAt(i + 2))) {
                bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
                i += 2;
            } else {
                return Optional.empty();
            }
        }
        try {
            String segment = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            return encoded(segment).replace(GOES_ON + "/" + MARK, "").equals(MARK + text)
                    ? Optional.of(segment)
                    : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
