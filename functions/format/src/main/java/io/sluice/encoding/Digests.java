package io.sluice.encoding;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// SHA-256 and MD5, which every Java platform has.
public final class Digests {
    private Digests() {}

    public static MessageDigest sha256() {
        return of("SHA-256");
    }

    /// For formats of others, which ask for it.
    public static MessageDigest md5() {
        return of("MD5");
    }

    private static MessageDigest of(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform lacks " + name + ", which its specification demands",
                    e);
        }
    }
}
