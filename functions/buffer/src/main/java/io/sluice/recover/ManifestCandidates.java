package io.sluice.recover;

import io.sluice.flush.DeliveredParts;
import io.sluice.flush.DeliveredParts.Found;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.PendingPartition;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.ObjectInfo;
import io.sluice.segment.SegmentId;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Several manifests of one version, at most one of which was committed: says which of them cannot be gone on with, and
/// why. ADR 0015 has the argument that one that is left is always right.
final class ManifestCandidates {
    private final List<Candidate> all;
    /// The segments that any of them refers to, as far as they are there.
    private final Map<SegmentId, ObjectInfo> there = new HashMap<>();
    private final Map<Written, Found> found = new HashMap<>();

    /// What an object is: where, and of which chunks of which segments, whenever they were folded.
    private record Written(String key, List<SegmentId> segments, List<ChunkRef> chunks) {
        static Written of(Delivery delivery, Manifest manifest) {
            List<SegmentId> segments = delivery.chunks().stream()
                    .map(chunk -> manifest.segments().id(chunk.segment())).toList();
            List<ChunkRef> chunks = delivery.chunks().stream().map(chunk -> new ChunkRef(0, chunk.offset(),
                    chunk.length(), chunk.form(), chunk.records(), chunk.rawBytes(), chunk.oldestArrival(),
                    chunk.spanSeconds(), 0)).toList();
            return new Written(delivery.key().value(), segments, chunks);
        }
    }

    private record Asked(Written written, Delivery delivery, Manifest manifest) {}

    /// Asks for every open delivery of all of them whether it is written, and for every segment whether it is there: a
    /// HEAD each, two where records are converted.
    ManifestCandidates(List<Candidate> all, StagedBucket staged, DeliveredParts parts, Workers workers) {
        this.all = List.copyOf(all);
        List<SegmentId> segments = all.stream().flatMap(each -> each.manifest().segments().ids().stream()).distinct()
                .toList();
        workers.map(segments, staged::find).forEach(
                found -> found.ifPresent(info -> there.put(SegmentId.parse(staged.buffer().name(), info.key()), info)));
        Map<Written, Asked> open = new LinkedHashMap<>();
        for (Candidate candidate : all) {
            for (Delivery delivery : candidate.manifest().deliveries()) {
                Written written = Written.of(delivery, candidate.manifest());
                open.putIfAbsent(written, new Asked(written, delivery, candidate.manifest()));
            }
        }
        List<Asked> asked = List.copyOf(open.values());
        List<Found> answers = workers.map(asked, each -> parts.find(each.delivery, each.manifest.segments()));
        for (int i = 0; i < asked.size(); i++) {
            found.put(asked.get(i).written, answers.get(i));
        }
    }

    /// Tests whether anything that `candidate`'s own commit decided is written.
    boolean wrote(Candidate candidate) {
        return candidate.manifest().decided().stream()
                .anyMatch(delivery -> found(delivery, candidate) != Found.NOTHING);
    }

    /// Returns why the stream cannot go on with `candidate`; empty when it can.
    Optional<String> refuted(Candidate candidate) {
        Set<Written> own = new HashSet<>();
        candidate.manifest().deliveries().forEach(each -> own.add(Written.of(each, candidate.manifest())));
        for (Candidate other : all) {
            Optional<String> why = other.key().equals(candidate.key())
                    ? Optional.empty()
                    : refutedBy(other, candidate, own);
            if (why.isPresent()) {
                return why;
            }
        }
        return missing(candidate);
    }

    private Optional<String> refutedBy(Candidate other, Candidate candidate, Set<Written> own) {
        for (Delivery delivery : other.manifest().decided()) {
            if (found(delivery, other) != Found.NOTHING && !own.contains(Written.of(delivery, other.manifest()))) {
                return Optional.of("object " + delivery.key() + ", which " + other.key() + " decided, is written");
            }
        }
        for (SegmentId segment : other.manifest().newSegments()) {
            ObjectInfo info = there.get(segment);
            if (info != null && !candidate.knows(segment.batch()) && !candidate.lacks(segment, info.modified())) {
                return Optional.of("batch " + segment.batch() + ", which " + other.key() + " folded, would be lost");
            }
        }
        return inherited(candidate.manifest()).stream()
                .filter(delivery -> saidWritten(delivery, other.manifest())
                        && found(delivery, candidate) != Found.ALL)
                .findFirst()
                .map(delivery -> "object " + delivery.key() + " was seen by the run that wrote " + other.key()
                        + ", and was removed since");
    }

    /// Tests whether the run that made `other` saw a delivery written that both took over: it is neither open there nor
    /// given up.
    private static boolean saidWritten(Delivery delivery, Manifest other) {
        return other.deliveries().stream().noneMatch(each -> each.key().equals(delivery.key())
                || (each.wrapping() == Wrapping.DELIVERY_REFUSED && each.chunks().equals(delivery.chunks())));
    }

    private static List<Delivery> inherited(Manifest manifest) {
        return manifest.deliveries().subList(0, manifest.origin().inherited());
    }

    /// Segments are deleted after a commit alone: a manifest that refers to one that is gone was not committed, unless
    /// what it needs of it is written.
    private Optional<String> missing(Candidate candidate) {
        List<ChunkRef> needed = new ArrayList<>();
        for (PendingPartition partition : candidate.manifest().pending()) {
            needed.addAll(partition.chunks());
        }
        for (Delivery delivery : candidate.manifest().deliveries()) {
            if (found(delivery, candidate) != Found.ALL) {
                needed.addAll(delivery.chunks());
            }
        }
        return needed.stream().filter(chunk -> chunk.length() > 0)
                .map(chunk -> candidate.manifest().segments().id(chunk.segment()))
                .filter(segment -> !there.containsKey(segment)).findFirst()
                .map(segment -> "it refers to segment " + segment.batch() + ", which is gone");
    }

    private Found found(Delivery delivery, Candidate candidate) {
        return found.getOrDefault(Written.of(delivery, candidate.manifest()), Found.NOTHING);
    }
}
