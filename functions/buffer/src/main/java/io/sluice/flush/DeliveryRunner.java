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

/// Carries out open deliveries in read-aheads: writes a read-ahead's objects side by side while the staged bytes of the
/// next read-ahead are fetched. Memory is bounded by the budget of both together, whatever the number of deliveries.
final class DeliveryRunner {
    private static final Duration READ_AHEAD_TIME = Duration.ofSeconds(15);
    private static final String GIVEN_UP = "given up; its records go to the error output";
    private static final String NOT_THERE = "not written by the run that decided it";

    private final SegmentReader segmentReader;
    private final Workers workers;
    private final DeliveryWriter writer;
    private final ObjectAssembler assembler;
    private final ReadAheadBudget budget;

    DeliveryRunner(Buffer buffer, ObjectStore data, Workers workers, BodyMaker bodies,
            ConvertedObjects conversions, ReadAheadBudget budget, boolean landing) {
        this.segmentReader = new SegmentReader(buffer);
        this.workers = workers;
        this.writer = new DeliveryWriter(data, landing);
        this.assembler = new ObjectAssembler(buffer.name(), writer, bodies, conversions, new DiscardedChunks(buffer));
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

    /// Writes the deliveries' objects. Stops between read-aheads when time is short: deliveries that are not among the
    /// attempts were not tried.
    List<DeliveryWriter.Attempt> deliver(List<Delivery> deliveries, Manifest manifest, Deadline deadline) {
        ReadAheads readAheads = ReadAheads.of(deliveries, budget);
        Iterator<List<Delivery>> following = readAheads.all().iterator();
        List<DeliveryWriter.Attempt> attempts = new ArrayList<>(deliveries.size());
        ReadDeliveries ready = new ReadDeliveries.Fetched(List.of(), read(List.of(), manifest.segments()));
        while ((!ready.deliveries().isEmpty() || following.hasNext()) && !deadline.leavesLessThan(READ_AHEAD_TIME)) {
            ReadDeliveries now = ready;
            List<Delivery> next = following.hasNext() ? following.next() : List.of();
            ready = workers.beside(() -> fetch(next, readAheads.bytesMax(), manifest.segments()),
                    () -> attempts.addAll(write(now, manifest.segments())));
        }
        return attempts;
    }

    /// Deliveries with their staged bytes at hand, or with the reason why they are not.
    private sealed interface ReadDeliveries {
        List<Delivery> deliveries();

        record Fetched(List<Delivery> deliveries, StagedBytes staged) implements ReadDeliveries {}

        /// Read as it is written, with so many bytes in memory.
        record TooLarge(Delivery delivery, long bytesMax) implements ReadDeliveries {
            @Override
            public List<Delivery> deliveries() {
                return List.of(delivery);
            }
        }

        record Unreadable(List<Delivery> deliveries, StoreException why) implements ReadDeliveries {}
    }

    private ReadDeliveries fetch(List<Delivery> readAhead, long bytesMax, SegmentTable segments) {
        if (readAhead.size() == 1 && readAhead.getFirst().stagedBytes() > bytesMax) {
            return new ReadDeliveries.TooLarge(readAhead.getFirst(), bytesMax);
        }
        try {
            return new ReadDeliveries.Fetched(readAhead, read(StagedRanges.of(readAhead), segments));
        } catch (StoreException e) {
            return new ReadDeliveries.Unreadable(readAhead, e);
        }
    }

    /// Writes the deliveries of a read-ahead; one that cannot be read holds up none of the others: they are then read
    /// each for itself.
    private List<DeliveryWriter.Attempt> write(ReadDeliveries readAhead, SegmentTable segments) {
        return switch (readAhead) {
            case ReadDeliveries.Fetched(List<Delivery> deliveries, StagedBytes staged) ->
                workers.map(deliveries,
                        each -> assembler.write(each, segments, new ReadAheadSource(staged, each.format().staged())));
            case ReadDeliveries.TooLarge(Delivery delivery, long bytesMax) ->
                List.of(assembler.write(delivery, segments,
                        new LargeObjectSource(delivery, segments, bytesMax, workers,
                                range -> read(StagedRanges.ofChunks(range.stream()), segments))));
            case ReadDeliveries.Unreadable(List<Delivery> deliveries, StoreException why) when deliveries.size() == 1 ->
                List.of(assembler.unreadable(deliveries.getFirst(), segments, why));
            case ReadDeliveries.Unreadable(List<Delivery> deliveries, StoreException _) -> deliveries.stream()
                    .flatMap(each -> write(fetch(List.of(each), Long.MAX_VALUE, segments), segments).stream()).toList();
        };
    }

    private StagedBytes read(List<StagedRanges.Range> ranges, SegmentTable segments) {
        return StagedBytes.fetch(ranges, segments, segmentReader, workers);
    }
}
