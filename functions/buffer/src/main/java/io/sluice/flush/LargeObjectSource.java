package io.sluice.flush;

import io.sluice.codec.Compression;
import io.sluice.codec.StagedChunk;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.SegmentTable;
import io.sluice.objects.StoreException;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// The staged bytes of a delivery that is larger than a read-ahead, for whoever reads its chunks from front to back,
/// once or several times: in ranges, of which the next one is read while one is used. A reader that starts again leaves
/// what was read ahead to itself. Safe for concurrent use, but readers at different places would drive each other's
/// ranges out.
final class LargeObjectSource implements ChunkSource {
    private final List<List<ChunkRef>> ranges = new ArrayList<>();
    private final Map<ChunkRef, Integer> rangeOf = new HashMap<>();
    private final Workers workers;
    private final Function<List<ChunkRef>, StagedBytes> read;
    private final SegmentTable segments;
    private final Compression objects;
    private Optional<DamagedChunk> met = Optional.empty();
    private Optional<StagedBytes> current = Optional.empty();
    private int currentNumber = -1;
    private Optional<Supplier<StagedBytes>> following = Optional.empty();

    /// @param bytesMax bound on the bytes in memory; a chunk above half of it is a range of its own
    /// @param read     reads the chunks of a range
    LargeObjectSource(Delivery delivery, SegmentTable segments, long bytesMax, Workers workers,
            Function<List<ChunkRef>, StagedBytes> read) {
        this.segments = segments;
        this.objects = delivery.format().staged();
        this.workers = workers;
        this.read = read;
        long bytes = 0;
        for (ChunkRef chunk : delivery.chunks()) {
            if (ranges.isEmpty() || bytes + chunk.length() > bytesMax / 2) {
                ranges.add(new ArrayList<>());
                bytes = 0;
            }
            bytes += chunk.length();
            ranges.getLast().add(chunk);
            rangeOf.put(chunk, ranges.size() - 1);
        }
    }

    /// @throws IllegalArgumentException when the chunk is not the delivery's
    /// @throws StoreException           when its bytes cannot be had, as unavailable whatever the reason: it is met in
    ///         the middle of the object's PUT, which nobody has refused by that
    @Override
    public synchronized StagedChunk open(ChunkRef chunk) {
        Integer number = rangeOf.get(chunk);
        if (number == null) {
            throw new IllegalArgumentException("chunk " + chunk + " is not of this delivery");
        }
        try {
            if (number != currentNumber) {
                turnTo(number);
            }
            return current.orElseThrow().open(chunk, objects);
        } catch (DamagedChunkException e) {
            met = Optional.of(e.damaged());
            throw e;
        } catch (StoreException e) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, e.getMessage(), e);
        }
    }

    @Override
    public SegmentTable segments() {
        return segments;
    }

    /// None: chunks are read as the object is made, which is not published if one of them is damaged.
    @Override
    public List<DamagedChunk> damaged(List<ChunkRef> chunks) {
        return List.of();
    }

    @Override
    public synchronized Optional<DamagedChunk> met() {
        return met;
    }

    /// A range that could not be read is read again when it is asked for again.
    private void turnTo(int number) {
        Optional<Supplier<StagedBytes>> begun = number == currentNumber + 1 ? following : Optional.empty();
        current = Optional.empty();
        following = Optional.empty();
        currentNumber = -1;
        current = Optional.of(begun.map(Supplier::get).orElseGet(() -> read.apply(ranges.get(number))));
        currentNumber = number;
        int next = number + 1;
        if (next < ranges.size()) {
            following = Optional.of(workers.ahead(() -> read.apply(ranges.get(next))));
        }
    }
}
