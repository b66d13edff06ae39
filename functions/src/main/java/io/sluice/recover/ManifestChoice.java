package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.DeliveredParts;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds out which manifest was current when the table was lost, or one that is as good.
final class ManifestChoice {
    private final String stream;
    private final ObjectStore staging;
    private final DeliveredParts parts;
    private final Workers workers;

    ManifestChoice(String stream, ObjectStore staging, DeliveredParts parts, Workers workers) {
        this.stream = stream;
        this.staging = staging;
        this.parts = parts;
        this.workers = workers;
    }

    /// @throws RecoveryRefusedException when none can be gone on with
    Choice choose(Staged staged) {
        long highest = staged.manifests().isEmpty()
                ? 0
                : Manifest.versionOf(stream, staged.manifests().getLast().key());
        if (highest == 0) {
            return new Choice(Optional.empty(), Choice.Why.NOTHING_WAS_COMMITTED);
        }
        List<Candidate> candidates = staged.manifests().stream()
                .filter(each -> Manifest.versionOf(stream, each.key()) == highest).map(this::read).toList();
        Candidate first = candidates.getFirst();
        if (candidates.size() == 1) {
            boolean baseGone = first.manifest().origin().base().filter(base -> !staged.holds(base)).isPresent();
            return new Choice(Optional.of(first),
                    baseGone ? Choice.Why.ITS_BASE_IS_GONE : Choice.Why.THE_ONLY_ONE);
        }
        return among(candidates, new Rivals(candidates, staged, parts, workers));
    }

    private static Choice among(List<Candidate> candidates, Rivals rivals) {
        List<Candidate> left = new ArrayList<>();
        List<String> refuted = new ArrayList<>();
        for (Candidate candidate : candidates) {
            rivals.refuted(candidate).ifPresentOrElse(why -> refuted.add(candidate.key() + ": " + why),
                    () -> left.add(candidate));
        }
        Candidate chosen = left.stream().min(
                Comparator.comparing((Candidate each) -> each.manifest().deliveries().size())
                        .thenComparing(Candidate::key))
                .orElseThrow(
                        () -> new RecoveryRefusedException("None of the manifests of the highest version can be gone on"
                                + " with: " + String.join("; ", refuted)
                                + ". Somebody wrote or removed objects while functions"
                                + " ran; move all but the one that is right out of the manifests' folder, and recover "
                                + "again"));
        boolean wrote = rivals.wrote(chosen);
        return new Choice(Optional.of(chosen),
                wrote ? Choice.Why.ITS_OBJECTS_ARE_THERE : Choice.Why.NOBODY_WROTE);
    }

    /// Reads a manifest that was listed.
    ///
    /// @throws RecoveryRefusedException when it is damaged
    Candidate read(ObjectInfo info) {
        try {
            return Candidate.of(info.key(), info.modified(), Manifest.decode(staging.get(info.key())));
        } catch (MalformedEncodingException e) {
            throw new RecoveryRefusedException(
                    "The manifest " + info.key() + " may be the current one and cannot be read: "
                            + e.getMessage());
        }
    }
}
