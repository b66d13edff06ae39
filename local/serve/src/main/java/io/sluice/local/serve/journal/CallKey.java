package io.sluice.local.serve.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The key by which a call is recognised when its client tries it again: a hash of the client's own id of the call and
/// of the request's bytes. The bytes are part of it, so that a client which gives two calls one id loses none of them.
public record CallKey(long high, long low) {
    /// Of a call whose client names no call: it is never recognised.
    public static final CallKey NONE = new CallKey(0, 0);

    /// @param invocation the client's id of the call
    /// @param request    a hash of what was asked, byte for byte
    public static CallKey of(String invocation, byte[] request) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(invocation.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(request));
            // Never the key that stands for none.
            return new CallKey(hash.getLong(), hash.getLong() | 1);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    boolean isNone() {
        return equals(NONE);
    }
}
