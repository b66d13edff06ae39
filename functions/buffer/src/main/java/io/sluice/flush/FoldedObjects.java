package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.manifest.FoldedBatches;
import io.sluice.manifest.FoldedSlot;
import io.sluice.manifest.SealedBatches;
import io.sluice.objects.StoreException;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Reads the objects of folded batches that a buffer's manifest names, some at a time. Safe for concurrent use.
public final class FoldedObjects {
    /// Ids of objects that are in memory at once; of one object that has more, all.
    private static final int IDS_AT_ONCE = 1 << 19;

    private final Buffer buffer;
    private final Workers workers;

    public FoldedObjects(Buffer buffer, Workers workers) {
        this.buffer = buffer;
        this.workers = workers;
    }

    /// An object, or why there is none.
    public sealed interface Opened {
        SealedBatches name();

        record Whole(SealedBatches name, FoldedSlot folded) implements Opened {}

        /// It is not there, or is not what was sealed.
        record Unreadable(SealedBatches name, String why) implements Opened {}
    }

    /// Takes what was read.
    public interface Reader {
        void take(Opened opened);
    }

    /// Batches that were looked up.
    ///
    /// @param folded    those that are
    /// @param undecided those of which it is not known, since an object of their slot cannot be read, and why
    public record Known(Set<EntryKey> folded, Map<EntryKey, String> undecided) {}

    /// Looks batches up: in the manifest, and those that it does not hold in the objects of their slots. Where they
    /// arrived within minutes there are none, and nothing is read.
    ///
    /// @throws StoreException when an object cannot be read now
    public Known among(FoldedBatches manifest, Collection<EntryKey> batches) {
        Known known = new Known(new HashSet<>(), new HashMap<>());
        Map<Long, Set<EntryKey>> asked = new TreeMap<>();
        for (EntryKey batch : batches) {
            if (manifest.holds(batch)) {
                known.folded.add(batch);
            } else {
                asked.computeIfAbsent(FoldedBatches.slot(batch), _ -> new HashSet<>()).add(batch);
            }
        }
        read(asked.keySet().stream().flatMap(slot -> manifest.sealed(slot).stream()).toList(), opened -> {
            Set<EntryKey> ofSlot = asked.getOrDefault(opened.name().slot(), Set.of());
            switch (opened) {
                case Opened.Whole(_, FoldedSlot folded) ->
                    ofSlot.stream().filter(each -> folded.ids().contains(each.batch())).forEach(known.folded::add);
                case Opened.Unreadable(_, String why) -> ofSlot.forEach(each -> known.undecided.put(each, why));
            }
        });
        known.folded.forEach(known.undecided::remove);
        return known;
    }

    /// Reads objects, in shares that memory has room for.
    ///
    /// @throws StoreException when one cannot be read now
    public void read(List<SealedBatches> objects, Reader reader) {
        List<SealedBatches> share = new ArrayList<>();
        long ids = 0;
        for (SealedBatches each : objects) {
            if (!share.isEmpty() && ids + each.size() > IDS_AT_ONCE) {
                workers.map(List.copyOf(share), this::open).forEach(reader::take);
                share.clear();
                ids = 0;
            }
            share.add(each);
            ids += each.size();
        }
        workers.map(List.copyOf(share), this::open).forEach(reader::take);
    }

    private Opened open(SealedBatches name) {
        try {
            return new Opened.Whole(name, name.open(buffer.staging().get(name.key(buffer.name()))));
        } catch (MalformedEncodingException e) {
            return unreadable(name, String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return unreadable(name, "it is not there");
        }
    }

    private Opened unreadable(SealedBatches name, String why) {
        if (buffer.staging().head(name.wordKey(buffer.name())).isPresent()) {
            return new Opened.Whole(name, FoldedSlot.EMPTY);
        }
        return new Opened.Unreadable(name,
                name.key(buffer.name()) + ", which tells which batches of ten minutes are folded,"
                        + " cannot be read: " + why
                        + ". What comes late of those minutes waits until it is restored from a"
                        + " copy, or given up (docs/internals/design/protocol.md, When something is wrong)");
    }
}
