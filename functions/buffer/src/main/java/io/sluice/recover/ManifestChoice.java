package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.DeliveredParts;
import io.sluice.flush.FoldedObjects.Opened;
import io.sluice.flush.FoldedObjects;
import io.sluice.index.Buffer;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.BatchIds;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.FoldedSlot;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SealedBatches;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Finds out which manifest was current when the table was lost, or one that is as good.
final class ManifestChoice {
    private final Buffer buffer;
    private final ObjectStore data;
    private final Optional<DeliveredObjects> delivered;
    private final DeliveredParts parts;
    private final Workers workers;
    private final FoldedObjects foldedObjects;
    private final Optional<LandingLog> landings;

    ManifestChoice(RecoverySettings settings, Buffer buffer, ObjectStore data, Workers workers) {
        this.buffer = buffer;
        this.delivered = settings.delivered();
        this.data = data;
        this.parts = new DeliveredParts(data);
        this.workers = workers;
        this.foldedObjects = new FoldedObjects(buffer, workers);
        this.landings = settings.landings() ? Optional.of(new LandingLog(buffer)) : Optional.empty();
    }

    /// How often the same was asked.
    enum Look {
        /// Nobody did: it is doubted that all manifests are there.
        FIRST,
        /// By an invocation whose recovery is carried on with.
        AGAIN
    }

    /// @throws RecoveryRefusedException when none can be gone on with
    Choice choose(StagedBucket staged, Look look) {
        long highest = staged.manifests().isEmpty()
                ? 0
                : Manifest.versionOf(buffer.name(), staged.manifests().getLast().key());
        landings.flatMap(log -> log.after(highest).findFirst()).ifPresent(version -> {
            throw landed(version, "a manifest of that version, or of a later one");
        });
        if (highest == 0) {
            delivered.filter(_ -> look == Look.FIRST)
                    .flatMap(objects -> objects.withoutManifests(buffer.staging(), data)).ifPresent(object -> {
                        throw deleted("No manifest of stream " + buffer.name() + " is there, and object " + object
                                + " is, which it delivered");
                    });
            return new Choice(Optional.empty(), Choice.Why.NOTHING_WAS_COMMITTED);
        }
        List<Candidate> candidates = staged.manifests().stream()
                .filter(each -> Manifest.versionOf(buffer.name(), each.key()) == highest).map(this::read).toList();
        Optional<Landing> landing = candidates.stream().anyMatch(each -> each.manifest().landed().isPresent())
                ? landing(highest)
                : Optional.empty();
        if (landing.isPresent()) {
            return candidates.stream()
                    .filter(each -> landing.get().cause().equals(new Landing.Commit(each.key()))).findFirst()
                    .map(each -> new Choice(Optional.of(each), Choice.Why.ITS_LANDING_IS_THERE))
                    .orElseThrow(() -> landed(highest, "the manifest " + landing.get().cause().name()));
        }
        Candidate only = candidates.getFirst();
        if (candidates.size() == 1) {
            if (look == Look.FIRST && delivered.isPresent()) {
                new ManifestCandidates(candidates, staged, parts, workers).refuted(only).ifPresent(why -> {
                    throw deleted("The manifest of the highest version, " + only.key() + ", is not the last that was"
                            + " committed: " + why);
                });
            }
            boolean baseGone = only.manifest().origin().base().filter(base -> !staged.holds(base)).isPresent();
            return new Choice(Optional.of(only),
                    baseGone ? Choice.Why.ITS_BASE_IS_GONE : Choice.Why.THE_ONLY_ONE);
        }
        return among(candidates, new ManifestCandidates(candidates, staged, parts, workers));
    }

    private Optional<Landing> landing(long version) {
        try {
            return landings.flatMap(log -> log.find(version));
        } catch (MalformedEncodingException e) {
            throw new RecoveryRefusedException(e.getMessage() + ". It tells which manifest was committed; where nobody"
                    + " has a copy of it, move it away, and recover again");
        }
    }

    private RecoveryRefusedException landed(long version, String manifest) {
        return new RecoveryRefusedException(Landing.key(buffer.name(), version) + " tells what landed with a commit,"
                + " and " + manifest + " is not there: manifests were deleted. Restore them, under their keys, from"
                + " versions of"
                + " the bucket or a replica, and recover then. Where they are gone for good, move this landing and"
                + " those after it away: what is delivered anew is then told anew");
    }

    private static RecoveryRefusedException deleted(String found) {
        return new RecoveryRefusedException(found + ". Manifests were deleted, and without the last one nobody knows"
                + " what is delivered: records would be delivered twice. Restore it, under its key, from a version of"
                + " the bucket or a replica, and recover then. Only who knows that no manifest was deleted asks for"
                + " {\"recover\":\"as found\"}, or ./sluice recover --as-found");
    }

    private static Choice among(List<Candidate> candidates, ManifestCandidates rivals) {
        List<Candidate> left = new ArrayList<>();
        List<String> refuted = new ArrayList<>();
        for (Candidate candidate : candidates) {
            rivals.refuted(candidate).ifPresentOrElse(why -> refuted.add(candidate.key() + ": " + why),
                    () -> left.add(candidate));
        }
        // A sweep takes the folded batches that the committed one does not name.
        Candidate chosen = left.stream().min(
                Comparator.comparing((Candidate each) -> each.sealed().undecided().size())
                        .thenComparing(each -> each.manifest().deliveries().size())
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
            Manifest manifest = Manifest.decode(buffer.staging().get(info.key()));
            return Candidate.of(info.key(), info.modified(), manifest, sealed(manifest.folded()));
        } catch (MalformedEncodingException e) {
            throw new RecoveryRefusedException(
                    "The manifest " + info.key() + " may be the current one and cannot be read: "
                            + e.getMessage());
        }
    }

    /// Reads all objects, since a segment's key does not tell when its batch arrived.
    private Candidate.Sealed sealed(FoldedBatches folded) {
        Deque<BatchIds> ids = new ArrayDeque<>();
        Map<Long, String> undecided = new TreeMap<>();
        foldedObjects.read(folded.sealed(), opened -> {
            switch (opened) {
                case Opened.Whole(_, FoldedSlot batches) -> add(batches.ids(), ids);
                case Opened.Unreadable(SealedBatches name, String why) -> undecided.put(name.slot(), why);
            }
        });
        return new Candidate.Sealed(ids.stream().reduce(BatchIds.NONE, BatchIds::and), undecided);
    }

    /// Unites sets of like size, so that each id is copied as often as the number of sets can be halved.
    private static void add(BatchIds more, Deque<BatchIds> ids) {
        BatchIds united = more;
        while (!ids.isEmpty() && ids.peek().size() <= united.size()) {
            united = united.and(ids.pop());
        }
        ids.push(united);
    }
}
