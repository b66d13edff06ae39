package io.sluice.landing;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.Deflated;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import java.util.Optional;

/// An entry of a landing log, stored under its version; it never changes. In a buffer's log it tells what landed with
/// one commit, and whoever makes it of the same manifest makes the same bytes. In the log of a stream's lake it tells
/// of a change to objects that are there, and nothing landed.
///
/// @param version the commit's; in the lake's log, one more than that of the entry before; at least 1
/// @param cause   why there is an entry
public record Landing(long version, Cause cause, Landed landed) {
    /// The reason for an entry.
    public sealed interface Cause permits Commit, LakeChange {
        /// A name of it, for messages.
        String name();
    }

    /// A commit of a buffer.
    ///
    /// @param manifest the one that was committed
    public record Commit(ObjectKey manifest) implements Cause {
        @Override
        public String name() {
            return manifest.value();
        }
    }

    private static final int FORMAT = 1;
    private static final int FAST = 1;
    private static final int BYTES_MAX = 1 << 30;
    private static final int VERSION_DIGITS = 19;
    /// In place of a manifest's key.
    private static final String LAKE = "lake";
    private static final String LAST = String.valueOf(Long.MAX_VALUE);

    public Landing {
        if (version < 1) {
            throw new IllegalArgumentException("nothing lands with version " + version);
        }
    }

    /// Of a commit.
    public Landing(long version, ObjectKey manifest, Landed landed) {
        this(version, new Commit(manifest), landed);
    }

    /// The change to the lake that it tells of; empty in a buffer's log.
    public Optional<LakeChange> change() {
        return cause instanceof LakeChange change ? Optional.of(change) : Optional.empty();
    }

    /// Tests whether it tells nothing: a recovery puts such a one, so that its choice stands.
    boolean isEmpty() {
        return landed.objects().isEmpty() && change().isEmpty();
    }

    /// The last version up to its own that anything was told with.
    long last() {
        return isEmpty() ? landed.previous() : version;
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
        content.varint(version).text(cause instanceof Commit(ObjectKey manifest) ? manifest.value() : LAKE);
        landed.encode(content);
        change().ifPresent(change -> change.encode(content));
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
            long version = in.varint();
            String manifest = in.text();
            Landed landed = Landed.decode(in);
            return new Landing(version,
                    manifest.equals(LAKE) ? LakeChange.decode(in) : new Commit(new ObjectKey(manifest)), landed);
        } catch (IllegalArgumentException e) {
            throw new MalformedEncodingException(String.valueOf(e.getMessage()));
        }
    }
}
