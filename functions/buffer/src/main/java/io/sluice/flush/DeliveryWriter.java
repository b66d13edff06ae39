package io.sluice.flush;

import io.sluice.landing.LandedObject;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Settled;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Writes one delivery's object, once, and before it the object of the records that could not be converted for it. Safe
/// for concurrent use.
final class DeliveryWriter {
    private final ObjectStore data;
    private final boolean landing;

    /// @param landing whether it is to be known of each object how long it is: an object of rejects that another
    ///        attempt wrote is then asked for
    DeliveryWriter(ObjectStore data, boolean landing) {
        this.data = data;
        this.landing = landing;
    }

    /// The result of an attempt.
    ///
    /// @param bytes    the size of what this attempt wrote itself, else 0
    /// @param problem  what went wrong; empty when nothing did
    /// @param damaged  the chunks that kept it from being written; mostly none
    /// @param foreign  the keys of this delivery at which objects are that are not its own; mostly none
    record Attempt(Delivery delivery, Settled settled, long bytes, String problem, List<DamagedChunk> damaged,
            List<ObjectKey> foreign) {
        static Attempt failed(Delivery delivery, DeliveryOutcome outcome, String problem) {
            return new Attempt(delivery, new Settled(outcome, 0, 0), 0, problem, List.of(), List.of());
        }

        static Attempt written(Delivery delivery, Settled settled, long bytes) {
            return new Attempt(delivery, settled, bytes, "", List.of(), List.of());
        }

        DeliveryOutcome outcome() {
            return settled.outcome();
        }

        /// The same attempt, which failed because of damaged chunks.
        Attempt because(List<DamagedChunk> found) {
            return new Attempt(delivery, settled, bytes, problem, found, foreign);
        }

        /// The same attempt, which failed because of an object that somebody else wrote.
        private Attempt meeting(ObjectKey other) {
            return new Attempt(delivery, settled, bytes, problem, damaged, List.of(other));
        }

        private Attempt plusBytes(long more) {
            return new Attempt(delivery, settled, outcome() == DeliveryOutcome.WRITTEN ? bytes + more : 0, problem,
                    damaged, foreign);
        }
    }

    Attempt write(DeliveryChunks deliveryChunks, Body body, String fingerprint) {
        return write(deliveryChunks, body, fingerprint, Optional.empty());
    }

    /// Writes the rejects first: once the delivery's own object is there, nothing of it is missing. Each PUT decides
    /// for all attempts, those that leave other chunks out included.
    Attempt write(DeliveryChunks deliveryChunks, ConvertedObjects.Converted converted, String fingerprint) {
        Delivery delivery = deliveryChunks.delivery();
        Optional<LandedObject> rejects = Optional.empty();
        if (converted.rejected().isPresent()) {
            ConvertedObjects.Rejected rejected = converted.rejected().get();
            Rejects written = writeRejects(delivery.rejects().orElseThrow(), rejected, deliveryChunks.discarded());
            switch (written) {
                case Rejects.There(long bytes) ->
                    rejects = Optional.of(rejects(delivery, bytes, rejected.records()));
                case Rejects.Failed(String problem) -> {
                    return Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN, problem);
                }
            }
        }
        Optional<LandedObject> written = rejects;
        return converted.object().map(object -> write(deliveryChunks, object, fingerprint, written))
                .orElseGet(() -> Attempt.written(delivery, settled(written.map(LandedObject::records).orElse(0L),
                        deliveryChunks.discarded(), written.stream()), 0))
                .plusBytes(written.map(LandedObject::bytes).orElse(0L));
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

    /// An object of rejects after an attempt to write it.
    private sealed interface Rejects {
        /// @param bytes its length
        record There(long bytes) implements Rejects {}

        record Failed(String problem) implements Rejects {}
    }

    /// A failure here never gives the delivery up: Firehose, too, tries that write forever.
    private Rejects writeRejects(ObjectKey key, ConvertedObjects.Rejected rejected, long discarded) {
        ObjectAttributes attributes = new ObjectAttributes("", rejected.fingerprint(), rejected.records(), discarded,
                rejected.records());
        String problem;
        try {
            if (data.create(key, rejected.body(), attributes) == ObjectStore.Created.CREATED) {
                return new Rejects.There(rejected.body().length());
            }
            problem = other(key);
        } catch (StoreException e) {
            problem = e.getMessage();
        }
        String failed = "rejects: " + problem;
        try {
            return data.head(key).filter(info -> info.fingerprint().equals(rejected.fingerprint()))
                    .<Rejects>map(info -> new Rejects.There(info.length()))
                    .orElseGet(() -> new Rejects.Failed(failed));
        } catch (StoreException e) {
            return new Rejects.Failed(failed + "; reading back: " + e.getMessage());
        }
    }

    /// @param rejects the object of rejects, which this attempt wrote or found
    private Attempt write(DeliveryChunks deliveryChunks, Body body, String fingerprint,
            Optional<LandedObject> rejects) {
        Delivery delivery = deliveryChunks.delivery();
        long rejected = rejects.map(LandedObject::records).orElse(0L);
        try {
            ObjectAttributes attributes = new ObjectAttributes(delivery.contentEncoding().orElse(""), fingerprint,
                    rejected, deliveryChunks.discarded(), delivery.records() - rejected - deliveryChunks.discarded());
            return switch (data.create(delivery.key(), body, attributes)) {
                case CREATED -> Attempt.written(delivery, settled(rejected, deliveryChunks.discarded(),
                        Stream.concat(Stream.of(own(delivery, body.length(), rejected, deliveryChunks.discarded())),
                                rejects.stream())),
                        body.length());
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
                    .map(info -> settled(info.rejected(), info.discarded(), Stream.concat(
                            Stream.of(own(delivery, info.length(), info.rejected(), info.discarded())),
                            rejectsBeside(info, delivery))))
                    .or(() -> delivery.rejects().flatMap(data::head)
                            .filter(info -> holdsAll(info, delivery, fingerprint))
                            .map(info -> settled(info.rejected(), info.discarded(),
                                    Stream.of(rejects(delivery, info.length(), info.rejected())))))
                    .map(settled -> Attempt.written(delivery, settled, 0)).orElseGet(() -> {
                        Attempt failed = Attempt.failed(delivery, otherwise, problem);
                        return there.isPresent() ? failed.meeting(delivery.key()) : failed;
                    });
        } catch (StoreException e) {
            // A refusal to read tells nothing of what is there: enough to give up, and not to write records elsewhere.
            boolean tells = e.kind() == StoreException.Kind.REFUSED && !delivery.failure().isGivenUp();
            return Attempt.failed(delivery, tells ? otherwise : DeliveryOutcome.UNCERTAIN,
                    problem + "; reading back: " + e.getMessage());
        }
    }

    private Stream<LandedObject> rejectsBeside(ObjectInfo own, Delivery delivery) {
        return landing && own.rejected() > 0
                ? delivery.rejects().flatMap(data::head)
                        .map(info -> rejects(delivery, info.length(), own.rejected())).stream()
                : Stream.empty();
    }

    private static boolean holdsAll(ObjectInfo rejects, Delivery delivery, String fingerprint) {
        return RejectedRows.areAll(rejects, delivery) && RejectedRows.areOf(fingerprint, rejects.fingerprint());
    }

    /// An object without records only decides that they were discarded: nobody is told that it landed.
    private static Settled settled(long rejected, long discarded, Stream<LandedObject> objects) {
        return new Settled(DeliveryOutcome.WRITTEN, rejected, discarded,
                objects.filter(object -> object.records() > 0).toList());
    }

    private static LandedObject own(Delivery delivery, long bytes, long rejected, long discarded) {
        return landed(delivery.key(), delivery.kind(), bytes, delivery.records() - rejected - discarded, delivery);
    }

    private static LandedObject rejects(Delivery delivery, long bytes, long records) {
        return landed(delivery.rejects().orElseThrow(), Partition.Kind.ERRORS, bytes, records, delivery);
    }

    private static LandedObject landed(ObjectKey key, Partition.Kind kind, long bytes, long records,
            Delivery delivery) {
        return new LandedObject(key, kind, bytes, records, delivery.oldestArrival(), delivery.newestArrival());
    }
}
