package io.sluice.compaction;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceObject;
import io.sluice.view.DayLedger;
import io.sluice.view.DayMove.Due;
import io.sluice.view.DayMove.Removed;
import io.sluice.view.DayState;
import io.sluice.view.MovedDays;
import io.sluice.view.StagingKeys;
import io.sluice.view.Watermark;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Removes what was joined, join by join: never before what it was joined to was read again and holds it. Several
/// processes may do so; each sees for itself whether the round has ended. Safe for concurrent use.
///
/// @param compaction lists what is there
record RoundRemoval(Compaction compaction, CompactionPorts ports, StagingKeys keys, DayLedger ledger,
        RoundPlanner planner, Joiner joiner) {
    /// Asks for a day's round.
    Due<Round> due(LocalDate day) {
        Watermark current = days().current();
        Optional<DayState> moved = current.of(day).filter(DayState::hidesSource);
        if (moved.isEmpty()) {
            return new Due.Done<>();
        }
        return shown(moved.get()).map(round -> due(round, current)).orElseGet(() -> dueWithoutPlan(moved.get()));
    }

    private MovedDays days() {
        return compaction.days();
    }

    private Due<Round> due(Round round, Watermark current) {
        try {
            Optional<Instant> later = days().later(current, version -> Compaction.isShown(version, round))
                    .or(() -> compaction.announce(round, current));
            return later.<Due<Round>>map(Due.Later::new).orElseGet(() -> new Due.Now<>(round));
        } catch (MalformedEncodingException e) {
            return new Due.Doubted<>(String.valueOf(e.getMessage()));
        }
    }

    /// The round whose sources are hidden; empty when its plan is damaged or gone.
    Optional<Round> shown(DayState moved) {
        try {
            return ledger.find(key(moved), Round::decode);
        } catch (MalformedEncodingException e) {
            return Optional.empty();
        }
    }

    /// A plan says what the view hides, in the versions that were joined: while those are all there, and what they were
    /// joined to is, the same plan is made of them again. Once none is there, none is needed.
    private Due<Round> dueWithoutPlan(DayState moved) {
        List<SourceObject> hidden = compaction.list().of(moved.day()).stream()
                .filter(object -> !moved.reads(object.key().value())).toList();
        if (hidden.isEmpty()) {
            removed(moved.day(), moved.lastRound());
            return new Due.Done<>();
        }
        Round again = planner.plan(moved.day(), moved.lastRound(), hidden);
        if (again.joins().stream().allMatch(joiner::isThere)) {
            ports.staging().put(key(moved), Body.of(again.encode()));
            return due(again, days().current());
        }
        return new Due.Doubted<>("the plan of its round, " + key(moved)
                + " in the staging bucket, is damaged or gone, and cannot be made again of the " + hidden.size()
                + " joined objects that are left, from " + hidden.getFirst().key() + " on; restore it from a copy of"
                + " the bucket, or move those objects away, which the view does not read, and compact again");
    }

    private ObjectKey key(DayState moved) {
        return keys.round(moved.day(), moved.lastRound());
    }

    /// Removes the sources of a join of a round that is [Due.Now], by what a listing of its folder shows: where
    /// retention or an erasure took a join's sources and its object, nothing is in doubt.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed: try again
    Removed remove(Join join) {
        Optional<String> doubt = left(join).isEmpty() ? Optional.empty() : joiner.doubt(join);
        return doubt.<Removed>map(why -> new Removed.Doubted(List.of(why)))
                .orElseGet(() -> MovedDays.remove(join.sources(), ports.source(), ports.workers()));
    }

    /// Says that a round's sources are gone, so that late objects of its day may be joined. Sees for itself that none
    /// is left.
    ///
    /// @return the keys that are, and then nothing is said
    List<ObjectKey> end(Round round) {
        List<ObjectKey> left = ports.workers().map(round.joins(), this::left).stream().flatMap(List::stream).toList();
        if (left.isEmpty()) {
            removed(round.day(), round.number());
        }
        return left;
    }

    private void removed(LocalDate day, int round) {
        days().removed(day, moved -> moved.lastRound() == round);
    }

    /// Returns the sources of a join that are there, by a listing of its folder from its first source to its last.
    private List<ObjectKey> left(Join join) {
        String first = join.sources().getFirst().key().value();
        ObjectKey last = join.sources().getLast().key();
        Set<ObjectKey> there = ports.source()
                .all(first.substring(0, first.lastIndexOf('/') + 1), first.substring(0, first.length() - 1))
                .map(SourceObject::key).takeWhile(key -> key.compareTo(last) <= 0)
                .collect(Collectors.toSet());
        return join.sources().stream().map(SourceObject::key).filter(there::contains).toList();
    }
}
