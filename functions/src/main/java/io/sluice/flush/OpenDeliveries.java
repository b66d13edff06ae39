package io.sluice.flush;

import io.sluice.index.BufferIndex;
import io.sluice.manifest.Delivery;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Tells which objects flush runs may still write, for who removes objects. Safe for concurrent use.
public final class OpenDeliveries {
    private final Supplier<List<Buffer>> buffers;

    public OpenDeliveries(String stream, ObjectStore staging, BufferIndex index) {
        this(List.of(stream), staging, _ -> index);
    }

    /// Of all buffers of a stream.
    public OpenDeliveries(List<String> buffers, ObjectStore staging, Function<String, BufferIndex> indexes) {
        this(() -> buffers, staging, indexes);
    }

    /// Of all buffers that a stream has at the time.
    ///
    /// @param buffers their names
    public OpenDeliveries(Supplier<List<String>> buffers, ObjectStore staging,
            Function<String, BufferIndex> indexes) {
        this.buffers = () -> buffers.get().stream().map(name -> Buffer.of(name, staging, indexes.apply(name))).toList();
    }

    private record Buffer(ManifestLog log, LostTable lost) {
        static Buffer of(String name, ObjectStore staging, BufferIndex index) {
            return new Buffer(new ManifestLog(name, staging, index), new LostTable(name, staging, index));
        }

        Optional<Set<ObjectKey>> open() {
            ManifestLog.Current current = log.load();
            if (current.manifest().version() == 0) {
                lost.requireTable();
                return Optional.empty();
            }
            Set<ObjectKey> open = new HashSet<>();
            current.manifest().deliveries().stream().map(Delivery::key).forEach(open::add);
            return Optional.of(open);
        }
    }

    /// The keys of deliveries that are not known to be written; empty when no flush run ever committed: then none can
    /// be open, and no run that began before can be alive.
    ///
    /// @throws io.sluice.objects.StoreException when the state or its manifest cannot be read
    /// @throws TableLostException               when the table is lost, which knew them: a recovery opens them again
    public Optional<Set<ObjectKey>> read() {
        Set<ObjectKey> open = new HashSet<>();
        boolean committed = false;
        for (Buffer buffer : buffers.get()) {
            Optional<Set<ObjectKey>> own = buffer.open();
            committed |= own.isPresent();
            own.ifPresent(open::addAll);
        }
        return committed ? Optional.of(open) : Optional.empty();
    }

    /// How often anybody committed, for who has to know whether somebody did meanwhile; 0 before the first commit.
    ///
    /// @throws io.sluice.objects.StoreException when the state or its manifest cannot be read
    public long version() {
        return buffers.get().stream().mapToLong(buffer -> buffer.log.load().manifest().version()).sum();
    }
}
