package io.sluice.flush;

import io.sluice.index.BufferIndex;
import io.sluice.manifest.Delivery;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Tells which objects flush runs may still write, for who removes objects. Safe for concurrent use.
public final class OpenDeliveries {
    private final ManifestLog log;
    private final LostTable lost;

    public OpenDeliveries(String stream, ObjectStore staging, BufferIndex index) {
        this.log = new ManifestLog(stream, staging, index);
        this.lost = new LostTable(stream, staging, index);
    }

    /// The keys of deliveries that are not known to be written; empty when no flush run ever committed: then none can
    /// be open, and no run that began before can be alive.
    ///
    /// @throws io.sluice.objects.StoreException when the state or its manifest cannot be read
    /// @throws TableLostException               when the table is lost, which knew them: a recovery opens them again
    public Optional<Set<ObjectKey>> read() {
        ManifestLog.Current current = log.load();
        if (current.manifest().version() == 0) {
            lost.requireTable();
            return Optional.empty();
        }
        Set<ObjectKey> open = new HashSet<>();
        current.manifest().deliveries().stream().map(Delivery::key).forEach(open::add);
        return Optional.of(open);
    }

    /// The stream's version, for who has to know whether anybody committed meanwhile; 0 before the first commit.
    ///
    /// @throws io.sluice.objects.StoreException when the state or its manifest cannot be read
    public long version() {
        return log.load().manifest().version();
    }
}
