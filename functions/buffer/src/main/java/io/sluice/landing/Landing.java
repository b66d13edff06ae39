package io.sluice.landing;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.Deflated;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import java.util.Optional;

/// What landed with one commit: an entry of a buffer's landing log, stored under the commit's version. It never
/// changes, and whoever makes it of the same manifest makes the same bytes.
///
/// @param version  the commit's; at least 1
/// @param manifest the one that was committed
public record Landing(long version, ObjectKey manifest, Landed landed) {
    private static final int FORMAT = 1;
    private static final int FAST = 1;
    private static final int BYTES_MAX = 1 << 30;
    private static final int VERSION_DIGITS = 19;
    private static final String LAST = String.valueOf(Long.MAX_VALUE);

    public Landing {
        if (version < 1) {
            throw new IllegalArgumentException("nothing lands with version " + version);
        }
    }

    /// The prefix of a buffer's landings; ends with a slash. Below it, keys are in the order of versions.
    public static String prefix(String buffer) {
        return "landings/" + buffer + "/";
    }

    /// The key of the landing of a version.
    public static ObjectKey key(String buffer, long version) {
        return new ObjectKey(prefix(buffer) + "%019d".formatted(version));
    }

    /// The version that a key made by [#key] names; empty when it is not the key of a landing of the buffer.
    static Optional<Long> version(String buffer, ObjectKey key) {
        String prefix = prefix(buffer);
        String name = key.value().startsWith(prefix) ? key.value().substring(prefix.length()) : "";
        return name.length() == VERSION_DIGITS && name.chars().allMatch(digit -> digit >= '0' && digit <= '9')
                && name.compareTo(LAST) <= 0
                        ? Optional.of(Long.parseLong(name))
                        : Optional.empty();
    }

    /// The portable form, with a checksum; [#decode] reads it back.
    public byte[] encode() {
        ByteWriter content = new ByteWriter(160 * landed.objects().size() + 256);
        content.varint(version).text(manifest.value());
        landed.encode(content);
        byte[] deflated = Deflated.deflate(content, FAST);
        return new ByteWriter(deflated.length + 64).octet(FORMAT).varint(content.size()).bytes(deflated).checksum()
                .toBytes();
    }

    /// Reads a landing that is stored under `key`.
    ///
    /// @throws MalformedEncodingException naming the key, when `encoded` was damaged or is of a later format
    public static Landing decode(ObjectKey key, byte[] encoded) {
        try {
            return decode(encoded);
        } catch (MalformedEncodingException e) {
            throw new MalformedEncodingException(key + " cannot be read: " + e.getMessage()
                    + ". Restore it from a copy: what landed with it is told nowhere else");
        }
    }

    private static Landing decode(byte[] encoded) {
        ByteReader outer = ByteReader.checked(encoded, "a landing");
        int format = outer.octet();
        if (format != FORMAT) {
            throw new MalformedEncodingException(
                    "landing format " + format + " is not known to this version of Sluice");
        }
        int length = outer.length();
        if (length > BYTES_MAX) {
            throw new MalformedEncodingException("a landing of " + length + " bytes");
        }
        ByteReader in = new ByteReader(Deflated.inflate(outer.bytes(), length));
        try {
            return new Landing(in.varint(), new ObjectKey(in.text()), Landed.decode(in));
        } catch (IllegalArgumentException e) {
            throw new MalformedEncodingException(String.valueOf(e.getMessage()));
        }
    }
}
