package io.sluice.flush;

import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.util.List;
import java.util.Optional;

/// Writes one delivery's object, once, and before it the object of the records that could not be converted for it. Safe
/// for concurrent use.
final class DeliveryWriter {
    private final ObjectStore data;

    DeliveryWriter(ObjectStore data) {
        this.data = data;
    }

    /// The result of an attempt.
    ///
    /// @param bytes    the size of what this attempt wrote itself, else 0
    /// @param rejected records of the delivery that are in its object of rejects; 0 unless it is written
    /// @param discarded records of the delivery that are in no object; 0 unless it is written
    /// @param problem  what went wrong; empty when nothing did
    /// @param damaged  the chunks that kept it from being written; mostly none
    /// @param foreign  the keys of this delivery at which objects are that are not its own; mostly none
    record Attempt(Delivery delivery, DeliveryOutcome outcome, long bytes, long rejected, long discarded,
            String problem, List<DamagedChunk> damaged, List<ObjectKey> foreign) {
        static Attempt failed(Delivery delivery, DeliveryOutcome outcome, String problem) {
            return new Attempt(delivery, outcome, 0, 0, 0, problem, List.of(), List.of());
        }

        static Attempt written(Delivery delivery, long bytes, long rejected, long discarded) {
            return new Attempt(delivery, DeliveryOutcome.WRITTEN, bytes, rejected, discarded, "", List.of(), List.of());
        }

        /// The same attempt, which failed because of damaged chunks.
        Attempt because(List<DamagedChunk> found) {
            return new Attempt(delivery, outcome, bytes, rejected, discarded, problem, found, foreign);
        }

        /// The same attempt, which failed because of an object that somebody else wrote.
        private Attempt meeting(ObjectKey other) {
            return new Attempt(delivery, outcome, bytes, rejected, discarded, problem, damaged, List.of(other));
        }

        private Attempt plusBytes(long more) {
            return new Attempt(delivery, outcome, outcome == DeliveryOutcome.WRITTEN ? bytes + more : 0, rejected,
                    discarded, problem, damaged, foreign);
        }
    }

    Attempt write(DeliveryChunks deliveryChunks, Body body, String fingerprint) {
        return write(deliveryChunks, body, fingerprint, 0);
    }

    /// Writes the rejects first: once the delivery's own object is there, nothing of it is missing.
    Attempt write(DeliveryChunks deliveryChunks, ConvertedObjects.Converted converted, String fingerprint) {
        Delivery delivery = deliveryChunks.delivery();
        long rejectsBytes = 0;
        if (converted.rejected().isPresent()) {
            ConvertedObjects.Rejected rejected = converted.rejected().get();
            Optional<String> problem = writeRejects(delivery.rejects().orElseThrow(), rejected,
                    deliveryChunks.discarded());
            if (problem.isPresent()) {
                return Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN, problem.get());
            }
            rejectsBytes = rejected.body().length();
        }
        if (converted.rejected().isEmpty()) {
            Optional<Attempt> otherwise = whereRejectsAre(deliveryChunks);
            if (otherwise.isPresent()) {
                return otherwise.get();
            }
        }
        long rejected = converted.rejectedRecords();
        return converted.object().map(object -> write(deliveryChunks, object, fingerprint, rejected))
                .orElseGet(() -> Attempt.written(delivery, 0, rejected, deliveryChunks.discarded()))
                .plusBytes(rejectsBytes);
    }

    /// A delivery of which no chunk is left has no object.
    Attempt writeNothing(DeliveryChunks deliveryChunks) {
        return whereRejectsAre(deliveryChunks)
                .orElseGet(() -> Attempt.written(deliveryChunks.delivery(), 0, 0, deliveryChunks.discarded()));
    }

    /// Returns a failed attempt where rejects are there already: an attempt that had the chunks that are left out now
    /// may have written them, and those are neither discarded nor to be counted twice.
    private Optional<Attempt> whereRejectsAre(DeliveryChunks deliveryChunks) {
        Delivery delivery = deliveryChunks.delivery();
        if (deliveryChunks.discarded() == 0 || delivery.rejects().isEmpty()) {
            return Optional.empty();
        }
        ObjectKey key = delivery.rejects().get();
        try {
            return data.head(key)
                    .map(_ -> Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN, "rejects: " + other(key)));
        } catch (StoreException e) {
            return Optional.of(Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN, "rejects: " + e.getMessage()));
        }
    }

    /// Tests whether an attempt failed since the delivery's rejects were written by one that left chunks out on an
    /// operator's word.
    boolean metRejectsOfAPart(Attempt attempt, String fingerprint) {
        Delivery delivery = attempt.delivery();
        if (delivery.rejects().isEmpty() || !attempt.problem().contains(other(delivery.rejects().get()))) {
            return false;
        }
        try {
            return delivery.rejects().flatMap(data::head)
                    .filter(info -> info.discarded() > 0 && RejectedRows.areOf(fingerprint, info.fingerprint()))
                    .isPresent();
        } catch (StoreException _) {
            return false; // The attempt's own problem is told, and the next run looks again.
        }
    }

    private static String other(ObjectKey key) {
        return "an object of other rejects is at the key " + key;
    }

    /// A failure here never gives the delivery up: Firehose, too, tries that write forever.
    ///
    /// @return what went wrong; empty when the object is there
    private Optional<String> writeRejects(ObjectKey key, ConvertedObjects.Rejected rejected, long discarded) {
        ObjectAttributes attributes = new ObjectAttributes("", rejected.fingerprint(), rejected.records(), discarded);
        String problem;
        try {
            problem = switch (data.create(key, rejected.body(), attributes)) {
                case CREATED -> "";
                case EXISTED -> other(key);
            };
        } catch (StoreException e) {
            problem = e.getMessage();
        }
        if (problem.isEmpty()) {
            return Optional.empty();
        }
        try {
            boolean ours = data.head(key).filter(info -> info.fingerprint().equals(rejected.fingerprint())).isPresent();
            return ours ? Optional.empty() : Optional.of("rejects: " + problem);
        } catch (StoreException e) {
            return Optional.of("rejects: " + problem + "; reading back: " + e.getMessage());
        }
    }

    private Attempt write(DeliveryChunks deliveryChunks, Body body, String fingerprint, long rejected) {
        Delivery delivery = deliveryChunks.delivery();
        try {
            ObjectAttributes attributes = new ObjectAttributes(delivery.contentEncoding().orElse(""), fingerprint,
                    rejected, deliveryChunks.discarded());
            return switch (data.create(delivery.key(), body, attributes)) {
                case CREATED -> Attempt.written(delivery, body.length(), rejected, deliveryChunks.discarded());
                case EXISTED -> verify(delivery, fingerprint, DeliveryOutcome.UNCERTAIN,
                        "an object that Sluice did not deliver is at this key");
            };
        } catch (StoreException e) {
            return switch (e.kind()) {
                case REFUSED, MISSING -> verify(delivery, fingerprint, DeliveryOutcome.REFUSED, e.getMessage());
                case UNKNOWN, UNAVAILABLE -> verify(delivery, fingerprint, DeliveryOutcome.UNCERTAIN, e.getMessage());
            };
        }
    }

    /// Reads back whether all of the delivery is there: its object or, where nothing was left for one, the rejects.
    ///
    /// @param otherwise the outcome when it is not
    /// @param problem   the problem when it is not
    Attempt verify(Delivery delivery, String fingerprint, DeliveryOutcome otherwise, String problem) {
        try {
            Optional<ObjectInfo> there = data.head(delivery.key());
            return there.filter(info -> info.fingerprint().equals(fingerprint))
                    .or(() -> delivery.rejects().flatMap(data::head)
                            .filter(info -> holdsAll(info, delivery, fingerprint)))
                    .map(info -> Attempt.written(delivery, 0, info.rejected(), info.discarded()))
                    .orElseGet(() -> {
                        Attempt failed = Attempt.failed(delivery, otherwise, problem);
                        return there.isPresent() ? failed.meeting(delivery.key()) : failed;
                    });
        } catch (StoreException e) {
            DeliveryOutcome outcome = e.kind() == StoreException.Kind.REFUSED ? otherwise : DeliveryOutcome.UNCERTAIN;
            return Attempt.failed(delivery, outcome, problem + "; reading back: " + e.getMessage());
        }
    }

    private static boolean holdsAll(ObjectInfo rejects, Delivery delivery, String fingerprint) {
        return RejectedRows.areAll(rejects, delivery) && RejectedRows.areOf(fingerprint, rejects.fingerprint());
    }
}
