package io.sluice.local.rejects;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A hash that tells a record's bytes from those of all others.
///
/// @param sha256 in hexadecimal digits
record RecordHash(String sha256) {
    static RecordHash of(byte[] record) {
        try {
            return new RecordHash(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(record)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform lacks SHA-256, which its specification demands", e);
        }
    }
}
