package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.FoldedSlot;
import io.sluice.manifest.SealedBatches;
import io.sluice.manifest.SealingLimits;
import io.sluice.objects.Body;
import io.sluice.objects.StoreException;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Moves ids of folded batches out of a manifest that is to be committed, into objects that it names. They are written
/// before it is; those of a manifest that loses its commit are named by nothing, and swept. Safe for concurrent use.
final class Sealing {
    private final Buffer buffer;
    private final Workers workers;
    private final SealingLimits limits;
    private final FoldedObjects objects;

    Sealing(Buffer buffer, Workers workers, SealingLimits limits) {
        this.buffer = buffer;
        this.workers = workers;
        this.limits = limits;
        this.objects = new FoldedObjects(buffer, workers);
    }

    /// The same batches, fewer of them in the manifest. What cannot be written or read stays as it is.
    ///
    /// @param now     epoch milliseconds
    /// @param problem takes what went wrong
    FoldedBatches seal(FoldedBatches folded, long now, Consumer<String> problem) {
        FoldedBatches sealed = folded.sealing(write(folded.due(limits, now), now, problem));
        for (List<SealedBatches> small : sealed.crowded(limits)) {
            sealed = join(sealed, small, now, problem);
        }
        return sealed;
    }

    private FoldedBatches join(FoldedBatches folded, List<SealedBatches> small, long now, Consumer<String> problem) {
        List<FoldedSlot> read = new ArrayList<>();
        objects.read(small, opened -> {
            switch (opened) {
                case FoldedObjects.Opened.Whole(_, FoldedSlot batches) -> read.add(batches);
                case FoldedObjects.Opened.Unreadable(_, String why) -> problem.accept(why);
            }
        });
        if (read.size() < small.size()) {
            return folded;
        }
        FoldedSlot all = read.stream().reduce(FoldedSlot::and).orElseThrow();
        return write(Map.of(small.getFirst().slot(), all), now, problem).stream().findFirst()
                .map(one -> folded.joining(small, one)).orElse(folded);
    }

    /// The end of an attempt to write an object.
    private sealed interface Written {
        record Done(SealedBatches name) implements Written {}

        record Failed(String why) implements Written {}
    }

    private Collection<SealedBatches> write(Map<Long, FoldedSlot> slots, long now, Consumer<String> problem) {
        List<SealedBatches> done = new ArrayList<>();
        for (Written written : workers.map(List.copyOf(slots.entrySet()),
                slot -> write(SealedBatches.seal(slot.getKey(), slot.getValue(), now)))) {
            switch (written) {
                case Written.Done(SealedBatches name) -> done.add(name);
                case Written.Failed(String why) -> problem.accept(why);
            }
        }
        return done;
    }

    private Written write(SealedBatches.Content content) {
        try {
            buffer.staging().put(content.name().key(buffer.name()), Body.of(content.bytes()));
            return new Written.Done(content.name());
        } catch (StoreException e) {
            return new Written.Failed("the manifest keeps ids of folded batches that are to leave it: "
                    + e.getMessage());
        }
    }
}
