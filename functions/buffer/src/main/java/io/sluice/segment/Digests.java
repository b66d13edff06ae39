package io.sluice.segment;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// SHA-256, which every Java platform has.
public final class Digests {
    private Digests() {}

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform lacks SHA-256, which its specification demands", e);
        }
    }
}
