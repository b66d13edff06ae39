package io.sluice.local.server;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.random.RandomGenerator;

/// The one access key that the embedded servers take: made for a run, kept in memory, and gone with the process.
///
/// @param id     names the key in requests; no secret
/// @param secret what requests are signed with; [#toString] leaves it out
public record AccessKey(String id, String secret) {
    private static final int ID_BYTES = 9;
    private static final int SECRET_BYTES = 30;

    /// A key that nobody can guess.
    public static AccessKey random() {
        return from(new SecureRandom());
    }

    private static AccessKey from(RandomGenerator random) {
        return new AccessKey("SLUICE" + text(random, ID_BYTES).replace('-', 'A').replace('_', 'B'),
                text(random, SECRET_BYTES));
    }

    private static String text(RandomGenerator random, int bytes) {
        byte[] drawn = new byte[bytes];
        random.nextBytes(drawn);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(drawn);
    }

    @Override
    public String toString() {
        return id;
    }
}
