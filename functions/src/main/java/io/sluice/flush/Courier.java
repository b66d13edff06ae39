package io.sluice.flush;

import io.sluice.convert.UnusableConversionException;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.io.ByteArrayInputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Carries out open deliveries in waves: fetches the staged bytes of a wave, then writes its objects side by side. Memory
/// is bounded by the wave, whatever the number of deliveries.
final class Courier {
    private static final Duration WAVE_TIME = Duration.ofSeconds(15);
    private static final String GIVEN_UP = "given up; its records go to the error output";
    private static final String NOT_THERE = "not written by the run that decided it";

    private final String stream;
    private final ObjectStore staging;
    private final Workers workers;
    private final DeliveryWriter writer;
    private final BodyMaker bodies;
    private final ConvertedObjects conversions;
    private final long waveBytesMax;

    Courier(String stream, ObjectStore staging, ObjectStore data, Workers workers, BodyMaker bodies,
            ConvertedObjects conversions, long waveBytesMax) {
        this.stream = stream;
        this.staging = staging;
        this.workers = workers;
        this.writer = new DeliveryWriter(data);
        this.bodies = bodies;
        this.conversions = conversions;
        this.waveBytesMax = waveBytesMax;
    }

    /// Finds out which deliveries of an earlier run are written already, without reading what they are made of. Of those that
    /// were given up, it also says which are not.
    List<DeliveryWriter.Attempt> written(List<Delivery> deliveries, Manifest manifest) {
        return workers.map(deliveries, each -> lookFor(each, manifest.segments())).stream()
                .filter(attempt -> attempt.outcome() == DeliveryOutcome.WRITTEN
                        || attempt.delivery().failure().isGivenUp())
                .toList();
    }

    private DeliveryWriter.Attempt lookFor(Delivery delivery, SegmentTable segments) {
        boolean givenUp = delivery.failure().isGivenUp();
        return writer.verify(delivery, Fingerprint.of(delivery, segments),
                givenUp ? DeliveryOutcome.REFUSED : DeliveryOutcome.UNCERTAIN, givenUp ? GIVEN_UP : NOT_THERE);
    }

    /// Writes the deliveries' objects. Stops between waves when time is short: deliveries that are not among the
    /// attempts were not tried.
    List<DeliveryWriter.Attempt> deliver(List<Delivery> deliveries, Manifest manifest, Deadline deadline) {
        List<DeliveryWriter.Attempt> attempts = new ArrayList<>(deliveries.size());
        for (List<Delivery> wave : Waves.of(deliveries, waveBytesMax)) {
            if (deadline.leavesLessThan(WAVE_TIME)) {
                break;
            }
            attempts.addAll(deliverWave(wave, manifest.segments()));
        }
        return attempts;
    }

    /// What cannot be read of one delivery holds up none of the others: they are then read each for itself.
    private List<DeliveryWriter.Attempt> deliverWave(List<Delivery> wave, SegmentTable segments) {
        if (wave.size() == 1 && wave.getFirst().stagedBytes() > waveBytesMax) {
            return List.of(write(wave.getFirst(), segments, chunk -> new ByteArrayInputStream(read(chunk, segments))));
        }
        StagedBytes staged;
        try {
            staged = StagedBytes.fetch(StagedRanges.of(wave), segments, stream, staging, workers);
        } catch (StoreException e) {
            return wave.size() == 1
                    ? List.of(unreadable(wave.getFirst(), segments, e))
                    : wave.stream().flatMap(each -> deliverWave(List.of(each), segments).stream()).toList();
        }
        return workers.map(wave, each -> write(each, segments, staged::open));
    }

    private DeliveryWriter.Attempt write(Delivery delivery, SegmentTable segments, ChunkSource chunks) {
        if (delivery.rejects().isPresent()) {
            return convert(delivery, segments, chunks);
        }
        try (BodyMaker.ObjectBody body = bodies.make(delivery, chunks)) {
            return writer.write(delivery, body, Fingerprint.of(delivery, segments));
        } catch (UncheckedIOException e) {
            return DeliveryWriter.Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN,
                    e.getMessage() + ": " + e.getCause());
        }
    }

    private DeliveryWriter.Attempt convert(Delivery delivery, SegmentTable segments, ChunkSource chunks) {
        String fingerprint = Fingerprint.of(delivery, segments);
        try {
            return conversions.make(delivery, chunks, fingerprint,
                    converted -> writer.write(delivery, converted, fingerprint));
        } catch (UncheckedIOException e) {
            return DeliveryWriter.Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN,
                    e.getMessage() + ": " + e.getCause());
        } catch (UnusableConversionException e) {
            return DeliveryWriter.Attempt.failed(delivery, DeliveryOutcome.UNCERTAIN, e.getMessage());
        } catch (StoreException e) {
            return unreadable(delivery, segments, e);
        }
    }

    /// Staged bytes can be gone because another run delivered them while this one was stalled.
    private DeliveryWriter.Attempt unreadable(Delivery delivery, SegmentTable segments, StoreException e) {
        return writer.verify(delivery, Fingerprint.of(delivery, segments), DeliveryOutcome.UNCERTAIN,
                "staged bytes: " + e.getMessage());
    }

    private byte[] read(ChunkRef chunk, SegmentTable segments) {
        return chunk.length() == 0
                ? new byte[0]
                : staging.get(segments.id(chunk.segment()).key(stream), new ByteRange(chunk.offset(), chunk.length()));
    }
}
