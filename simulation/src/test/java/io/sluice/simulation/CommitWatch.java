package io.sluice.simulation;

import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SealedBatches;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Notes the rare states that show between one manifest of a buffer and the next.
///
/// @param data the data bucket
record CommitWatch(Reached reached, MemoryObjectStore data) {
    void committed(Manifest before, Manifest next) {
        Map<ObjectKey, Delivery> open = next.deliveries().stream()
                .collect(Collectors.toMap(Delivery::key, Function.identity()));
        for (Delivery delivery : before.deliveries()) {
            Delivery after = open.get(delivery.key());
            if (delivery.failure().isGivenUp()) {
                reached.note(RareState.GIVEN_UP_DELIVERY_FOUND,
                        after == null && data.head(delivery.key()).isPresent());
            } else {
                reached.note(RareState.DELIVERY_GIVEN_UP, after != null && after.failure().isGivenUp());
            }
        }
        Set<ObjectKey> known = before.deliveries().stream().map(Delivery::key).collect(Collectors.toSet());
        open.values().stream().filter(each -> each.wrapping() == Wrapping.DELIVERY_REFUSED)
                .filter(each -> !known.contains(each.key()))
                .forEach(_ -> reached.note(RareState.GIVEN_UP_DELIVERY_WRAPPED));
        next.folded().sealed().stream().map(SealedBatches::slot).distinct().forEach(slot -> slot(
                before.folded().sealed(slot), next.folded().sealed(slot)));
    }

    private void slot(List<SealedBatches> before, List<SealedBatches> next) {
        boolean isNew = next.stream().anyMatch(each -> !before.contains(each));
        reached.note(RareState.SLOT_SEALED_LATE, isNew && !before.isEmpty() && next.size() > before.size());
        reached.note(RareState.SLOT_JOINED, isNew && before.size() > 1 && next.size() < before.size());
    }

    /// A recovery goes on with a manifest that follows the last commit.
    void recoversAhead() {
        reached.note(RareState.RECOVERED_BY_UNCOMMITTED_MANIFEST);
    }

    /// A recovery goes on with another manifest of the last commit's version.
    void recoversByRival() {
        reached.note(RareState.RECOVERED_BY_RIVAL_MANIFEST);
    }

    /// The table is lost.
    ///
    /// @param waited whether entries in it waited to be folded
    void loses(boolean waited, Manifest current) {
        reached.note(RareState.TABLE_LOST_WITH_ENTRIES, waited);
        reached.note(RareState.TABLE_LOST_WITH_OPEN_DELIVERIES, !current.deliveries().isEmpty());
    }
}
