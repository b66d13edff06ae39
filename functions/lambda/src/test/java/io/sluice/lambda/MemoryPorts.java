package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.app.Ports;
import io.sluice.buffers.BufferCountLog;
import io.sluice.config.EventTarget;
import io.sluice.event.UploadEvent;
import io.sluice.flush.SweepMark;
import io.sluice.index.BufferIndex;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingCursors;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.recover.RecoveryMark;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.testkit.memory.MemoryEventSink;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryLandingCursors;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemoryRetentionRules;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.upload.UploadedObjects;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Two buckets and an index in memory.
final class MemoryPorts implements Ports {
    final MemoryObjectStore stagingBucket;
    final MemoryObjectStore dataBucket;
    final MemoryObjectStore droppedBucket;
    final MemoryIndex entries = new MemoryIndex(50);
    private final Map<String, MemoryIndex> others = new HashMap<>();
    final MemoryRetentionRules retentionRules = new MemoryRetentionRules();
    final MemoryLandingCursors eventCursors = new MemoryLandingCursors();
    final MemoryLandingCursors tableCursors = new MemoryLandingCursors();
    final MemoryEventSink events = new MemoryEventSink();
    final List<String> started = new ArrayList<>();
    /// What stands between the functions and each index.
    UnaryOperator<BufferIndex> before = index -> index;
    /// What stands between the functions and the staging bucket.
    UnaryOperator<ObjectStore> beforeStaging = store -> store;
    /// What stands between the functions and the marks of recoveries.
    UnaryOperator<RecoveryMark> beforeMark = mark -> mark;
    /// What stands between the functions and the objects that others put into a bucket.
    UnaryOperator<SourceStore> beforeDropped = store -> store;
    boolean closed;

    MemoryPorts(InstantSource clock) {
        stagingBucket = new MemoryObjectStore(clock);
        dataBucket = new MemoryObjectStore(clock);
        droppedBucket = new MemoryObjectStore(clock);
    }

    @Override
    public ObjectStore staging() {
        return beforeStaging.apply(stagingBucket);
    }

    @Override
    public ObjectStore data() {
        return dataBucket;
    }

    @Override
    public BufferIndex index() {
        return before.apply(entries);
    }

    @Override
    public BufferIndex index(String buffer) {
        return before.apply(other(buffer));
    }

    /// The index of another buffer.
    MemoryIndex other(String buffer) {
        return others.computeIfAbsent(buffer, _ -> entries.another());
    }

    /// The table goes with all that it holds, and there is an empty one in its place.
    void loseTheTable() {
        Stream.concat(Stream.of(entries), others.values().stream()).forEach(index -> {
            index.lose();
            index.replace();
        });
        eventCursors.lose();
        tableCursors.lose();
    }

    @Override
    public RecoveryMark recoveryMark(String buffer) {
        return beforeMark.apply(buffer.contains("!") ? other(buffer) : entries);
    }

    @Override
    public SweepMark sweepMark(String buffer) {
        return buffer.contains("!") ? other(buffer) : entries;
    }

    @Override
    public BufferCountLog bufferCounts() {
        return entries;
    }

    @Override
    public LandingCursors landingCursors(LandingCursors.Reader reader) {
        return switch (reader) {
            case EVENTS -> eventCursors;
            case TABLE -> tableCursors;
        };
    }

    @Override
    public EventSink eventSink(EventTarget target) {
        return events;
    }

    @Override
    public ObjectTree tree() {
        return dataBucket;
    }

    @Override
    public RetentionRules rules() {
        return retentionRules;
    }

    @Override
    public SourceStore sourceObjects() {
        return new MemorySourceStore(dataBucket);
    }

    @Override
    public SourceRecords source() {
        return new SourceRecords(sourceObjects(), "data", Optional.empty());
    }

    /// Bucket `data` is the stream's; every other one is where others put objects.
    @Override
    public UploadedObjects uploads() {
        return new UploadedObjects() {
            @Override
            public Optional<SourceObject> find(UploadEvent notice) {
                return new MemorySourceStore(bucket(notice)).version(notice.key());
            }

            @Override
            public SourceRecords records(UploadEvent notice) {
                return new SourceRecords(beforeDropped.apply(new MemorySourceStore(bucket(notice))), notice.bucket(),
                        Optional.empty());
            }
        };
    }

    private MemoryObjectStore bucket(UploadEvent notice) {
        return notice.bucket().equals("data") ? dataBucket : droppedBucket;
    }

    @Override
    public List<String> buckets() {
        return List.of("data", "staging");
    }

    @Override
    public Optional<Invocations> invocations() {
        return Optional.of((functionArn, event) -> started.add(functionArn + " " + new String(event, UTF_8)));
    }

    @Override
    public void close() {
        closed = true;
    }
}
