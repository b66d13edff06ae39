package io.sluice.local.verify;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Hashes one unit after another without holding any. Not safe for concurrent use.
final class UnitDigest {
    /// The start of all codes of failed conversions.
    static final String UNCONVERTED = "DataFormatConversion.";

    private final MessageDigest sha256;
    private long bytes;

    UnitDigest() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    void update(byte[] data, int offset, int length) {
        sha256.update(data, offset, length);
        bytes += length;
    }

    /// Bytes since the last unit.
    long bytes() {
        return bytes;
    }

    void finishTo(UnitSink sink) {
        ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
        long unitBytes = bytes;
        bytes = 0;
        sink.unit(new UnitHash(digest.getLong(), digest.getLong()), unitBytes);
    }

    /// An error record: what it is of, and why it is one. The message and the times of attempts may differ.
    void errorTo(String errorCode, byte[] rawData, UnitSink sink) {
        byte[] code = kindOf(errorCode).getBytes(StandardCharsets.UTF_8);
        update(code, 0, code.length);
        update(new byte[1], 0, 1);
        update(rawData, 0, rawData.length);
        finishTo(sink);
    }

    /// Returns the kind of an error code: whether a record fits the columns is the conversion's to say, and in which
    /// words; that it is kept is compared.
    private static String kindOf(String errorCode) {
        return errorCode.startsWith(UNCONVERTED) ? UNCONVERTED : errorCode;
    }
}
