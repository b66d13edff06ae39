package io.sluice.repartition;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceObject;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// What was decided about a day: its plan, and a receipt for each of its objects. Each is decided by the one request
/// that creates it; whoever comes second takes over what is there.
final class DayLedger {
    private final StagingKeys keys;
    private final ObjectStore staging;

    DayLedger(StagingKeys keys, ObjectStore staging) {
        this.keys = keys;
        this.staging = staging;
    }

    Optional<DayPlan> plan(LocalDate day) {
        return get(keys.plan(day)).map(DayPlan::decode);
    }

    /// Decides what is moved of a day, unless that is decided already.
    ///
    /// @return what is decided
    DayPlan plan(LocalDate day, List<SourceObject> objects) {
        return DayPlan.decode(decide(keys.plan(day), new DayPlan(day, objects).encode()));
    }

    Optional<Receipt> receipt(LocalDate day, SourceObject object) {
        return get(keys.receipt(day, object.key())).map(Receipt::decode);
    }

    /// Decides about an object, unless that is decided already.
    ///
    /// @return what is decided
    Receipt decide(LocalDate day, Receipt receipt) {
        return Receipt.decode(decide(keys.receipt(day, receipt.object().key()), receipt.encode()));
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
