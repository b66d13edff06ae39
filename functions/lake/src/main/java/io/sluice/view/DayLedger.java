package io.sluice.view;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.util.Optional;
import java.util.function.Function;

/// The decisions about days. Each is made by the one request that creates its object, and never changes; whoever comes
/// second takes over what is there.
///
/// @param staging where they are
public record DayLedger(ObjectStore staging) {
    /// A decision; empty when there is none.
    ///
    /// @throws MalformedEncodingException naming the key and the remedy when it is damaged
    public <T> Optional<T> find(ObjectKey key, Function<byte[], T> decode) {
        return staging.find(key).map(bytes -> decoded(key, bytes, decode));
    }

    /// Decides, unless that is decided already: after an unknown outcome, too.
    ///
    /// @return what is decided
    /// @throws MalformedEncodingException as [#find]
    public <T> T decide(ObjectKey key, byte[] bytes, Function<byte[], T> decode) {
        return decoded(key, decide(key, bytes), decode);
    }

    private byte[] decide(ObjectKey key, byte[] bytes) {
        try {
            if (staging.create(key, Body.of(bytes), ObjectAttributes.NONE) == ObjectStore.Created.CREATED) {
                return bytes;
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
            return staging.find(key).orElseThrow(() -> e);
        }
        return staging.get(key);
    }

    private static <T> T decoded(ObjectKey key, byte[] bytes, Function<byte[], T> decode) {
        try {
            return decode.apply(bytes);
        } catch (MalformedEncodingException e) {
            throw lost(key, "is damaged (" + e.getMessage() + ")");
        }
    }

    /// The failure to read a decision that was there, with its key and the remedy.
    public static MalformedEncodingException lost(ObjectKey key, String how) {
        return new MalformedEncodingException(key + " in the staging bucket " + how
                + "; restore it from a copy of the bucket, and run again");
    }
}
