package io.sluice.layout;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// The rules for the text of an S3 object key, so that every client can read, list and delete the object.
///
/// Sources: S3 user guide, "Naming Amazon S3 objects" (1,024 bytes of UTF-8; `.` and `..` segments; control characters,
/// which XML 1.0, the format of S3's listings and batch deletes, has no form for or normalises).
final class ObjectKeyRules {
    /// S3's limit on an object key, in bytes of UTF-8.
    static final int KEY_BYTES_MAX = 1024;
    /// The bytes of a key that a prefix may take: the rest is the longest object name.
    static final int PREFIX_BYTES_MAX = KEY_BYTES_MAX - FirehoseObjectName.BYTES_MAX;

    private ObjectKeyRules() {}

    /// @throws UnusablePrefixException saying what is wrong with this prefix
    static void requireUsable(CharSequence prefix) {
        int bytes = 0;
        int segmentStart = 0;
        for (int i = 0; i < prefix.length(); i++) {
            char c = prefix.charAt(i);
            if (c == '/') {
                requireNoDots(prefix, segmentStart, i);
                segmentStart = i + 1;
            }
            if (Character.isHighSurrogate(c) && i + 1 < prefix.length()
                    && Character.isLowSurrogate(prefix.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                requireReadable(c, i);
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        if (bytes > PREFIX_BYTES_MAX) {
            throw new UnusablePrefixException("the prefix takes " + bytes + " bytes in UTF-8; an S3 key has room for "
                    + PREFIX_BYTES_MAX + " beside the object's name");
        }
    }

    private static void requireNoDots(CharSequence prefix, int start, int end) {
        int length = end - start;
        if ((length == 1 || length == 2) && prefix.charAt(start) == '.' && prefix.charAt(end - 1) == '.') {
            throw new UnusablePrefixException("the key values make a path segment " + ".".repeat(length)
                    + ", which S3 clients resolve as a folder; KeyEncoding percent avoids it");
        }
    }

    private static void requireReadable(char c, int at) {
        if (Character.isISOControl(c) || Character.isSurrogate(c) || c == 0xFFFE || c == 0xFFFF) {
            throw new UnusablePrefixException(
                    ("the prefix has U+%04X at character %d, which S3 listings and clients mangle; "
                            + "KeyEncoding percent avoids it")
                            .formatted((int) c, at + 1));
        }
    }

    /// Refuses what no key of any object has, whoever wrote it: less than what Sluice does not write.
    ///
    /// @throws UnusablePrefixException saying what it is
    static void requirePossible(String text) {
        ByteBuffer bytes;
        try {
            bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new UnusablePrefixException("it has half of a surrogate pair, which has no UTF-8", e);
        }
        if (bytes.remaining() > KEY_BYTES_MAX) {
            throw new UnusablePrefixException("it takes " + bytes.remaining() + " bytes in UTF-8; an S3 key has "
                    + KEY_BYTES_MAX + " at most");
        }
    }
}
