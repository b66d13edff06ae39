package io.sluice.local.serve.journal;

import io.sluice.encoding.Digests;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// The key by which a call is recognised when its client tries it again: a hash of the client's own id of the call and
/// of the request's bytes. The bytes are part of it, so that a client which gives two calls one id loses none of them.
public record CallKey(long high, long low) {
    /// Of a call whose client names no call: it is never recognised.
    public static final CallKey NONE = new CallKey(0, 0);

    /// @param invocation the client's id of the call
    /// @param request    a hash of what was asked, byte for byte
    public static CallKey of(String invocation, byte[] request) {
        MessageDigest digest = Digests.sha256();
        digest.update(invocation.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(request));
        // Never the key that stands for none.
        return new CallKey(hash.getLong(), hash.getLong() | 1);
    }

    boolean isNone() {
        return equals(NONE);
    }
}
