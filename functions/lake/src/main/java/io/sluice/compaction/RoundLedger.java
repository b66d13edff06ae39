package io.sluice.compaction;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.repartition.StagingKeys;
import java.time.LocalDate;
import java.util.Optional;

/// The rounds of days, each decided by the one request that creates it; whoever comes second takes over what is there.
///
/// @param staging where they are
record RoundLedger(StagingKeys keys, ObjectStore staging) {
    /// Empty when it is not there.
    ///
    /// @throws io.sluice.encoding.MalformedEncodingException when it is damaged
    Optional<Round> round(LocalDate day, int number) {
        try {
            return Optional.of(Round.decode(staging.get(key(day, number))));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Decides what a round is, unless that is decided already: after an unknown outcome, too.
    ///
    /// @return what is decided
    /// @throws io.sluice.encoding.MalformedEncodingException when that is damaged
    Round decide(Round round) {
        ObjectKey key = key(round.day(), round.number());
        try {
            if (staging.create(key, Body.of(round.encode()), ObjectAttributes.NONE) == ObjectStore.Created.CREATED) {
                return round;
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
            return round(round.day(), round.number()).orElseThrow(() -> e);
        }
        return Round.decode(staging.get(key));
    }

    /// Puts a round in the place of one that is damaged or gone.
    void restore(Round round) {
        staging.put(key(round.day(), round.number()), Body.of(round.encode()));
    }

    ObjectKey key(LocalDate day, int number) {
        return keys.round(day, number);
    }
}
