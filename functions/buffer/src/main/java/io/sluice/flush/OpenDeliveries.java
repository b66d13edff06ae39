package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.landing.LandedObject;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Tells which objects flush runs may still write, for who removes objects. Safe for concurrent use.
public final class OpenDeliveries {
    private final Supplier<List<Buffer>> buffers;
    private final Map<String, Long> landedBefore;

    public OpenDeliveries(Buffer buffer) {
        this(() -> List.of(buffer));
    }

    /// @param buffers all that a stream has at the time
    public OpenDeliveries(Supplier<List<Buffer>> buffers) {
        this(buffers, Map.of());
    }

    /// @param landedBefore by the name of a buffer whose table is gone, the last version that anything landed with
    public OpenDeliveries(Supplier<List<Buffer>> buffers, Map<String, Long> landedBefore) {
        this.buffers = buffers;
        this.landedBefore = Map.copyOf(landedBefore);
    }

    private record Look(ManifestLog log, LostTable lost, LandingLog landings) {
        static Look at(Buffer buffer) {
            return new Look(new ManifestLog(buffer), new LostTable(buffer), new LandingLog(buffer));
        }

        /// What landed with the commit of a manifest, unless its landing is there: were the table lost now, a recovery
        /// might go on with another manifest of that version, and what is open in that would land anew. Takes a LIST
        /// where anything landed.
        List<ObjectKey> untold(Manifest manifest) {
            List<ObjectKey> landed = manifest.landed().stream().flatMap(each -> each.objects().stream())
                    .map(LandedObject::key).toList();
            return landed.isEmpty() || landings.after(manifest.version() - 1).findFirst()
                    .filter(version -> version == manifest.version()).isPresent() ? List.of() : landed;
        }

        Optional<Manifest> manifest() {
            ManifestLog.Current current = log.load();
            if (current.manifest().version() == 0) {
                lost.requireTable();
                return Optional.empty();
            }
            return Optional.of(current.manifest());
        }
    }

    /// The deliveries of one reading.
    ///
    /// @param open  as [#read]
    /// @param heads of each buffer that anything landed of, the last version that it did with. What is listed before
    ///     the reading and is not open has landed by then and stays so if the table is lost, or was there before the
    ///     stream had a landing log
    public record Reading(Optional<Set<ObjectKey>> open, Map<String, Long> heads) {}

    /// As [#read], with what landed.
    public Reading look() {
        Set<ObjectKey> open = new HashSet<>();
        Map<String, Long> heads = new TreeMap<>(landedBefore);
        boolean committed = false;
        for (Buffer buffer : buffers.get()) {
            Look look = Look.at(buffer);
            Optional<Manifest> current = look.manifest();
            committed |= current.isPresent();
            current.ifPresent(manifest -> {
                manifest.deliveries().stream().map(Delivery::key).forEach(open::add);
                open.addAll(look.untold(manifest));
                manifest.landed().map(landed -> landed.last(manifest.version())).filter(version -> version > 0)
                        .ifPresent(version -> heads.put(buffer.name(), version));
            });
        }
        return new Reading(committed ? Optional.of(open) : Optional.empty(), heads);
    }

    /// The keys of deliveries that are not known to be written, and of those that landed with a commit whose landing is
    /// still to be put; empty when no flush run ever committed: then none can
    /// be open, and no run that began before can be alive.
    ///
    /// @throws io.sluice.objects.StoreException when the state or its manifest cannot be read
    /// @throws TableLostException               when the table is lost, which knew them: a recovery opens them again
    public Optional<Set<ObjectKey>> read() {
        return look().open();
    }

    /// The number of commits by anybody, for who has to know whether somebody committed meanwhile; 0 before the first
    /// one.
    ///
    /// @throws io.sluice.objects.StoreException when the state or its manifest cannot be read
    public long version() {
        return buffers.get().stream().mapToLong(buffer -> new ManifestLog(buffer).load().manifest().version()).sum();
    }
}
