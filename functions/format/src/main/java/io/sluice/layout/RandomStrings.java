package io.sluice.layout;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The texts of `!{firehose:random-string}`: 11 characters of `0-9a-z` each, drawn from a seed, so that a delivery that
/// is repeated writes to the same key.
final class RandomStrings {
    static final int CHARS = 11;
    /// Stands for an instance wherever only its form matters.
    static final String SAMPLE = "0".repeat(CHARS);
    private static final BigInteger RANGE = BigInteger.valueOf(36).pow(CHARS);

    private final String seed;
    private int instance;

    RandomStrings(String seed) {
        this.seed = seed;
    }

    /// The text of the next instance in the prefix.
    String next() {
        byte[] digest = sha256().digest((seed + '\n' + instance++).getBytes(StandardCharsets.UTF_8));
        String drawn = new BigInteger(1, digest).mod(RANGE).toString(36);
        return SAMPLE.substring(drawn.length()) + drawn;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
