package io.sluice.recover;

import io.sluice.objects.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The results of a recovery: what it found and wrote.
///
/// @param manifest       the manifest that is current now; empty when nothing was ever committed
/// @param why            why it was taken
/// @param version        the stream's version
/// @param openDeliveries deliveries that the next flush run carries out
/// @param segments       segments in the staging bucket
/// @param entries        entries written, one for each staged batch that the manifest does not know
/// @param records        records of those batches
/// @param positions      numbered sources whose positions are there again: those that were not are written
/// @param unreadable     segments of such batches that do not say what they are, and why; they stay where they are
/// @param strangers      keys among segments and manifests that are neither
/// @param complete       false when time ran out; the next recovery carries on
public record RecoverySummary(Optional<ObjectKey> manifest, String why, long version, int openDeliveries, int segments,
        int entries, long records, int positions, List<String> unreadable, List<ObjectKey> strangers,
        boolean complete) {
    /// Returns the sum of two buffers of a stream; the manifest of the one that is asked is told.
    public RecoverySummary and(RecoverySummary other) {
        return new RecoverySummary(manifest, why, version + other.version, openDeliveries + other.openDeliveries,
                segments + other.segments, entries + other.entries, records + other.records,
                positions + other.positions, both(unreadable, other.unreadable), both(strangers, other.strangers),
                complete && other.complete);
    }

    private static <T> List<T> both(List<T> one, List<T> other) {
        List<T> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    public RecoverySummary {
        unreadable = List.copyOf(unreadable);
        strangers = List.copyOf(strangers);
    }
}
