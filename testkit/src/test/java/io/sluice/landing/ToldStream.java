package io.sluice.landing;

import io.sluice.index.Buffer;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.partition.Partition;
import io.sluice.testkit.memory.MemoryEventSink;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryLandingCursors;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A stream with landing logs in memory, and who is told of them.
final class ToldStream {
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    final MemoryObjectStore staging = new MemoryObjectStore(() -> NOON);
    final MemoryLandingCursors cursors = new MemoryLandingCursors();
    final MemoryEventSink sink = new MemoryEventSink();
    final List<String> buffers = new ArrayList<>(List.of("quakes"));
    final List<Reconciliation> sums = new ArrayList<>();
    Instant now = NOON;
    Completeness completeness = new Completeness.Unknown(List.of("nobody looked"));
    private final Map<String, Long> last = new HashMap<>();

    /// The next commit of a buffer lands so many objects.
    Landing land(String buffer, int objects) {
        return land(buffer, last.getOrDefault(buffer, 0L) + 1, objects);
    }

    Landing land(String buffer, long version, int objects) {
        List<LandedObject> landed = new ArrayList<>();
        for (int i = 0; i < objects; i++) {
            landed.add(object("net=%s/%s-%d-%d.gz".formatted(buffer, buffer, version, i)));
        }
        return land(buffer, version, landed);
    }

    Landing land(String buffer, long version, List<LandedObject> objects) {
        Landing landing = new Landing(version, new ObjectKey("manifests/" + buffer + "/" + version),
                new Landed(NOON.toEpochMilli() + version, last.getOrDefault(buffer, 0L), objects));
        log(buffer, staging).put(landing);
        last.put(buffer, version);
        return landing;
    }

    /// A job of the lake tells of a change.
    Landing tell(LakeChange change) {
        String lake = LakeLog.chain("quakes");
        long version = last.merge(lake, 1L, Long::sum);
        Landing landing = new Landing(version, change, new Landed(NOON.toEpochMilli(), version - 1, List.of()));
        log(lake, staging).put(landing);
        return landing;
    }

    static LandedObject object(String key) {
        return new LandedObject(new ObjectKey(key), Partition.Kind.DATA, 100, 10, 1, 2);
    }

    void remove(String buffer, long version) {
        staging.delete(List.of(Landing.key(buffer, version)));
    }

    static LandingLog log(String buffer, ObjectStore staging) {
        return new LandingLog(new Buffer(buffer, staging, new MemoryIndex(50)));
    }

    LandingPublisher.Summary publish() {
        return publish(staging, cursors, sink, Deadline.NONE);
    }

    LandingPublisher.Summary publish(ObjectStore bucket, LandingCursors at, EventSink to, Deadline deadline) {
        return new LandingPublisher(new LandingEvents("quakes", "quakes-data"), at, to, () -> now)
                .publish(buffers.stream().map(each -> new Buffer(each, bucket, new MemoryIndex(50))).toList(),
                        () -> completeness, () -> List.copyOf(sums), deadline);
    }

    /// Tells of the dates of its layout, too.
    ///
    /// @param lateness of dates
    LandingPublisher.Summary publishDates(ObjectStore bucket, LandingCursors at, EventSink to, Duration lateness) {
        return publishDates(bucket, at, to, lateness, Optional.empty());
    }

    /// Marks their folders, too.
    ///
    /// @param success writes the `_SUCCESS` objects
    LandingPublisher.Summary publishDates(ObjectStore bucket, LandingCursors at, EventSink to, Duration lateness,
            Optional<SuccessWriter> success) {
        LandingPublisher.Summary told = publish(bucket, at, to, Deadline.NONE);
        new DatePublisher(new LandingEvents("quakes", "quakes-data"), at, to, () -> now, lateness, success).publish(
                buffers.stream().map(each -> new Buffer(each, bucket, new MemoryIndex(50))).toList(), told,
                Deadline.NONE);
        return told;
    }

    /// The ids of what was told, in order, each at its first time.
    List<String> ids() {
        return List.copyOf(byId().keySet());
    }

    /// All that was told, in order; what came again must have been the same.
    Map<String, LandingEvent> byId() {
        Map<String, LandingEvent> all = new LinkedHashMap<>();
        for (LandingEvent event : sink.accepted()) {
            EventSchema.valid(event);
            LandingEvent before = all.putIfAbsent(event.id(), event);
            if (before != null && !before.equals(event)) {
                throw new AssertionError("two events with the id " + event.id());
            }
        }
        return all;
    }

    /// Keys of objects in the order in which they were first told of.
    List<String> keys() {
        List<String> keys = new ArrayList<>();
        byId().values().forEach(event -> EventSchema.valid(event).path("objects")
                .forEach(object -> keys.add(object.path("key").asText())));
        return keys;
    }
}
