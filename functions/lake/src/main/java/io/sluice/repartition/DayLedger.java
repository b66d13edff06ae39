package io.sluice.repartition;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceObject;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The decisions about a day: its plan, and a receipt for each of its objects. Each is decided by the one request that
/// creates it; whoever comes second takes over what is there.
final class DayLedger {
    private final StagingKeys keys;
    private final ObjectStore staging;

    DayLedger(StagingKeys keys, ObjectStore staging) {
        this.keys = keys;
        this.staging = staging;
    }

    /// Empty when there is none.
    ///
    /// @throws MalformedEncodingException naming the key and the remedy when it is damaged
    Optional<DayPlan> plan(LocalDate day) {
        ObjectKey key = keys.plan(day);
        return get(key).map(bytes -> decoded(key, bytes, DayPlan::decode));
    }

    /// The failure to read a plan that was there, with its key and the remedy.
    MalformedEncodingException planIsGone(LocalDate day) {
        return lost(keys.plan(day), "is gone");
    }

    private static <T> T decoded(ObjectKey key, byte[] bytes, Function<byte[], T> decode) {
        try {
            return decode.apply(bytes);
        } catch (MalformedEncodingException e) {
            throw lost(key, "is damaged (" + e.getMessage() + ")");
        }
    }

    private static MalformedEncodingException lost(ObjectKey key, String how) {
        return new MalformedEncodingException(key + " in the staging bucket " + how
                + "; restore it from a copy of the bucket, and run again");
    }

    /// Decides what is moved of a day, unless that is decided already.
    ///
    /// @return what is decided
    DayPlan plan(LocalDate day, List<SourceObject> objects) {
        ObjectKey key = keys.plan(day);
        return decoded(key, decide(key, new DayPlan(day, objects).encode()), DayPlan::decode);
    }

    Optional<IngestVerdict> receipt(LocalDate day, SourceObject object) {
        ObjectKey key = keys.receipt(day, object.key());
        return get(key).map(bytes -> decoded(key, bytes, IngestVerdict::decode));
    }

    /// Decides about an object, unless that is decided already.
    ///
    /// @return what is decided
    IngestVerdict decide(LocalDate day, IngestVerdict receipt) {
        ObjectKey key = keys.receipt(day, receipt.object().key());
        return decoded(key, decide(key, receipt.encode()), IngestVerdict::decode);
    }

    private Optional<byte[]> get(ObjectKey key) {
        try {
            return Optional.of(staging.get(key));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Creates an object or reads the one that is there: after an unknown outcome, too.
    private byte[] decide(ObjectKey key, byte[] bytes) {
        try {
            if (staging.create(key, Body.of(bytes), ObjectAttributes.NONE) == ObjectStore.Created.CREATED) {
                return bytes;
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
            return get(key).orElseThrow(() -> e);
        }
        return staging.get(key);
    }
}
