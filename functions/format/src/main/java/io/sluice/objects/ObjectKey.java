package io.sluice.objects;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/// The key of an object in a bucket: 1 to 1,024 bytes of UTF-8, S3's own bound. In the order of S3's listings.
public record ObjectKey(String value) implements Comparable<ObjectKey> {
    /// The order in which S3 lists keys: by their bytes in UTF-8. Java's order of texts is another one where a
    /// character is beyond U+FFFF.
    public static final Comparator<String> LISTED = ObjectKey::compare;

    private static final int BYTES_MAX = 1_024;

    public ObjectKey {
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "object key has " + bytes + " bytes, S3 takes 1 to " + BYTES_MAX + ": " + value);
        }
    }

    @Override
    public int compareTo(ObjectKey other) {
        return compare(value, other.value);
    }

    private static int compare(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            int order = place(one.charAt(i)) - place(other.charAt(i));
            if (order != 0) {
                return order;
            }
        }
        return one.length() - other.length();
    }

    /// Halves of a character beyond U+FFFF come behind all others.
    private static int place(char unit) {
        return Character.isSurrogate(unit) ? unit + Character.MAX_VALUE : unit;
    }

    @Override
    public String toString() {
        return value;
    }
}
