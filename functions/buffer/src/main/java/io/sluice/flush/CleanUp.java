package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.manifest.Plan;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Deletes what a committed plan no longer needs. Whatever a crash leaves here is harmless: entries are recognised as
/// folded by the next run, segments and manifests are found by the sweep.
final class CleanUp {
    /// Groups that delete entries side by side. Each has shards of its own, and waits for one request before it sends
    /// the next: more at once would ask a shard for more than the 1,000 write units a second that it has.
    private static final int GROUPS_MAX = 4;
    /// Entries that are worth a group: what DynamoDB deletes by one request.
    private static final int GROUP_ENTRIES = 25;

    private final Buffer buffer;
    private final Workers workers;
    private final ReleasedSegments released;

    CleanUp(Buffer buffer, Workers workers, ReleasedSegments released) {
        this.released = released;
        this.buffer = buffer;
        this.workers = workers;
    }

    /// Segments stay while an entry may be left that names one, and where they are kept; then the sweep finds them.
    ///
    /// @param plan     one whose manifest is current
    /// @param replaced the manifest that was current before; empty when the plan was not committed, or is the first
    /// @return what could not be deleted, and why; empty when nothing is left
    List<String> after(Plan plan, Optional<ObjectKey> replaced) {
        List<String> problems = new ArrayList<>();
        workers.map(groups(plan.consumed()), this::entries).forEach(problem -> problem.ifPresent(problems::add));
        List<ObjectKey> objects = new ArrayList<>(replaced.stream().toList());
        if (problems.isEmpty() && released == ReleasedSegments.DELETED) {
            plan.released().forEach(segment -> objects.add(segment.key(buffer.name())));
        }
        if (!objects.isEmpty()) {
            attempt(() -> buffer.staging().delete(objects)).ifPresent(problems::add);
        }
        return problems;
    }

    private Optional<String> entries(List<EntryKey> group) {
        return attempt(() -> buffer.index().delete(group));
    }

    private static Optional<String> attempt(Runnable deletion) {
        try {
            deletion.run();
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static List<List<EntryKey>> groups(List<EntryKey> entries) {
        int groups = Math.clamp(Math.ceilDiv(entries.size(), GROUP_ENTRIES), 1, GROUPS_MAX);
        Map<Integer, List<EntryKey>> byGroup = entries.stream()
                .collect(Collectors.groupingBy(entry -> entry.shard().number() % groups));
        return List.copyOf(byGroup.values());
    }
}
