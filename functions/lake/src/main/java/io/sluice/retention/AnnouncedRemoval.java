package io.sluice.retention;

import io.sluice.flush.OpenDeliveries;
import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeChange.Reason;
import io.sluice.landing.LakeObject;
import io.sluice.landing.LakeTail;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import io.sluice.view.Announcements;
import io.sluice.work.Deadline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/// Tells what a removal takes before it is deleted, and deletes what earlier runs told of and left: for a reader that
/// was waited for, or since they were cut short. Serves one run.
final class AnnouncedRemoval {
    private final Announcements announcements;
    private final Reason reason;
    private final LakeTail tail;

    /// Reads the end of the log: before anything is listed.
    AnnouncedRemoval(Announcements announcements, Reason reason) {
        this.announcements = announcements;
        this.reason = reason;
        this.tail = announcements.log().tail(Instant.MAX);
    }

    /// The objects of a page that may be deleted.
    ///
    /// @param version of the entry that tells of them; empty where others do
    record Deletable(List<ObjectInfo> objects, OptionalLong version) {}

    /// Tells of a page of what is due. What a flush run may write by now is left, since it has not landed.
    ///
    /// @param due of a listing
    /// @throws io.sluice.objects.StoreException when a request failed: nothing of it may be deleted
    Deletable announce(List<ObjectInfo> due, RemovalTally tally) {
        OpenDeliveries.Reading now = announcements.deliveries().look();
        Predicate<ObjectInfo> isOpen = object -> now.open().orElse(Set.of()).contains(object.key());
        due.stream().filter(isOpen).forEach(_ -> tally.inFlight());
        List<ObjectInfo> landed = due.stream().filter(isOpen.negate()).toList();
        OptionalLong version = tail.remove(reason, now.heads(), landed.stream().map(Announcements::object).toList());
        if (reason == Reason.ERASURE) {
            return new Deletable(landed, version);
        }
        boolean mayGo = version.isPresent() && tail.mayGo(version.getAsLong());
        List<ObjectInfo> deletable = mayGo ? landed : List.of();
        tally.announced(landed.size() - deletable.size());
        return new Deletable(deletable, version);
    }

    /// To be told that all of an entry's objects are gone.
    void executed(Deletable deleted) {
        deleted.version.ifPresent(tail::executed);
    }

    /// Deletes what was told of and is left, as far as there is time.
    void carryOn(ObjectTree tree, RemovalTally tally, Deadline deadline) {
        for (Map.Entry<Long, LakeChange> each : tail.due().entrySet()) {
            if (deadline.leavesLessThan(Walk.STEP_TIME)) {
                return;
            }
            if (each.getValue().reason() != Reason.ERASURE && !tail.isRead(each.getKey())) {
                tally.problem("what landing " + each.getKey() + " of the lake tells to go is deleted before its reader"
                        + " came to it, after all the time that it was waited for");
            }
            List<ObjectInfo> left = left(tree, each.getValue());
            if (left.isEmpty() || tally.delete(tree, left)) {
                tail.executed(each.getKey());
            }
        }
    }

    /// The objects that an entry names and that are still the same, by a listing from the first to the last.
    private static List<ObjectInfo> left(ObjectTree tree, LakeChange change) {
        Map<ObjectKey, LakeObject> told = new HashMap<>();
        // A listing tells no ETags, and who removed a source's own objects did.
        change.gone().forEach(object -> told.put(object.key(),
                new LakeObject(object.key(), object.bytes(), Optional.empty(), object.modified())));
        ObjectKey first = told.keySet().stream().min(ObjectKey::compareTo).orElseThrow();
        ObjectKey last = told.keySet().stream().max(ObjectKey::compareTo).orElseThrow();
        String prefix = folder(first.value(), last.value());
        String after = first.value().substring(0, first.value().length() - 1);
        List<ObjectInfo> left = new ArrayList<>();
        boolean more = true;
        while (more) {
            ObjectPage page = tree.list(prefix, after);
            page.objects().stream()
                    .filter(object -> Announcements.object(object).equals(told.get(object.key())))
                    .forEach(left::add);
            more = page.more() && !page.objects().isEmpty() && page.objects().getLast().key().compareTo(last) < 0;
            after = page.objects().isEmpty() ? after : page.objects().getLast().key().value();
        }
        return left;
    }

    /// The folder that both keys are in.
    private static String folder(String first, String last) {
        int same = 0;
        while (same < first.length() && same < last.length() && first.charAt(same) == last.charAt(same)) {
            same++;
        }
        return first.substring(0, first.lastIndexOf('/', same - 1) + 1);
    }

    /// Notes up to where all is carried out.
    void end() {
        announcements.log().keep(tail);
    }
}
