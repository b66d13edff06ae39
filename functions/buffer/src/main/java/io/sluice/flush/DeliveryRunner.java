package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Carries out open deliveries in waves: writes a wave's objects side by side while the staged bytes of the next wave
/// are fetched. Memory is bounded by the budget of both together, whatever the number of deliveries.
final class DeliveryRunner {
    private static final Duration WAVE_TIME = Duration.ofSeconds(15);
    private static final String GIVEN_UP = "given up; its records go to the error output";
    private static final String NOT_THERE = "not written by the run that decided it";

    private final SegmentReader segmentReader;
    private final Workers workers;
    private final DeliveryWriter writer;
    private final ObjectAssembler dispatch;
    private final WaveBudget budget;

    DeliveryRunner(Buffer buffer, ObjectStore data, Workers workers, BodyMaker bodies,
            ConvertedObjects conversions, WaveBudget budget) {
        this.segmentReader = new SegmentReader(buffer);
        this.workers = workers;
        this.writer = new DeliveryWriter(data);
        this.dispatch = new ObjectAssembler(buffer.name(), writer, bodies, conversions, new Forfeits(buffer));
        this.budget = budget;
    }

    /// Finds out which deliveries of an earlier run are written already, without reading what they are made of. Of
    /// those that were given up, it also says which are not.
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
        Waves waves = Waves.of(deliveries, budget);
        Iterator<List<Delivery>> following = waves.all().iterator();
        List<DeliveryWriter.Attempt> attempts = new ArrayList<>(deliveries.size());
        Wave ready = new Wave.Fetched(List.of(), read(List.of(), manifest.segments()));
        while ((!ready.deliveries().isEmpty() || following.hasNext()) && !deadline.leavesLessThan(WAVE_TIME)) {
            Wave now = ready;
            List<Delivery> next = following.hasNext() ? following.next() : List.of();
            ready = workers.beside(() -> fetch(next, waves.bytesMax(), manifest.segments()),
                    () -> attempts.addAll(write(now, manifest.segments())));
        }
        return attempts;
    }

    /// Deliveries with their staged bytes at hand, or with the reason why they are not.
    private sealed interface Wave {
        List<Delivery> deliveries();

        record Fetched(List<Delivery> deliveries, StagedBytes staged) implements Wave {}

        /// Read as it is written, with so many bytes in memory.
        record TooLarge(Delivery delivery, long bytesMax) implements Wave {
            @Override
            public List<Delivery> deliveries() {
                return List.of(delivery);
            }
        }

        record Unreadable(List<Delivery> deliveries, StoreException why) implements Wave {}
    }

    private Wave fetch(List<Delivery> wave, long bytesMax, SegmentTable segments) {
        if (wave.size() == 1 && wave.getFirst().stagedBytes() > bytesMax) {
            return new Wave.TooLarge(wave.getFirst(), bytesMax);
        }
        try {
            return new Wave.Fetched(wave, read(StagedRanges.of(wave), segments));
        } catch (StoreException e) {
            return new Wave.Unreadable(wave, e);
        }
    }

    /// Writes the deliveries of a wave; one that cannot be read holds up none of the others: they are then read each
    /// for itself.
    private List<DeliveryWriter.Attempt> write(Wave wave, SegmentTable segments) {
        return switch (wave) {
            case Wave.Fetched(List<Delivery> deliveries, StagedBytes staged) ->
                workers.map(deliveries,
                        each -> dispatch.write(each, segments, new WaveSource(staged, each.format().staged())));
            case Wave.TooLarge(Delivery delivery, long bytesMax) -> List.of(dispatch.write(delivery, segments,
                    new ReadAhead(delivery, segments, bytesMax, workers,
                            stretch -> read(StagedRanges.ofChunks(stretch.stream()), segments))));
            case Wave.Unreadable(List<Delivery> deliveries, StoreException why) when deliveries.size() == 1 ->
                List.of(dispatch.unreadable(deliveries.getFirst(), segments, why));
            case Wave.Unreadable(List<Delivery> deliveries, StoreException _) -> deliveries.stream()
                    .flatMap(each -> write(fetch(List.of(each), Long.MAX_VALUE, segments), segments).stream()).toList();
        };
    }

    private StagedBytes read(List<StagedRanges.Range> ranges, SegmentTable segments) {
        return StagedBytes.fetch(ranges, segments, segmentReader, workers);
    }
}
