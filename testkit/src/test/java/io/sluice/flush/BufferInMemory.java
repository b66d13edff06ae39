package io.sluice.flush;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.deaggregate.Deaggregator;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.ingest.AttemptSpans;
import io.sluice.ingest.Extracted;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.IngestSummary;
import io.sluice.ingest.QueryKeys;
import io.sluice.ingest.RecordProcessor;
import io.sluice.ingest.SourceDecoder;
import io.sluice.layout.Filing;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ErrorOutput;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectStore;
import io.sluice.partition.PartitionBinder;
import io.sluice.reject.Reject;
import io.sluice.segment.SegmentBuilder.Delimiting;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import static java.nio.charset.StandardCharsets.UTF_8;

/// A whole partition buffer in memory. Records are texts `key:payload`; one without a colon has no key.
public final class BufferInMemory {
    public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    public static final Filing FILING = Filing.of(ZoneOffset.UTC, Duration.ofSeconds(300));

    public final MemoryObjectStore staging;
    public final MemoryObjectStore data;
    public final MemoryIndex index = new MemoryIndex(50);
    public Instant now = NOON;
    private final Map<String, Instant> arrivals = new HashMap<>();

    public BufferInMemory() {
        staging = new MemoryObjectStore(() -> now);
        data = new MemoryObjectStore(() -> now);
    }

    /// A batch whose record ids are `name` and a number. It arrived when it was first asked for.
    public SourceBatch batch(String name, String... records) {
        Instant arrival = arrivals.computeIfAbsent(name, _ -> now);
        List<SourceRecord> all = new ArrayList<>();
        for (String record : records) {
            all.add(new SourceRecord(name + "-" + all.size(), arrival, record.getBytes(UTF_8)));
        }
        return new SourceBatch(SourceType.FIREHOSE, "arn:stream", "invocation of " + name, all);
    }

    public IngestSummary ingest(SourceBatch batch) {
        return ingest(staging, index).accept(batch, Optional.empty());
    }

    public Ingest ingest(ObjectStore stagingPort, BufferIndex indexPort) {
        return ingest(4, stagingPort, indexPort);
    }

    /// In an environment that spreads entries over so many shards.
    public Ingest ingest(int shardCount, ObjectStore stagingPort, BufferIndex indexPort) {
        return ingest(Compression.GZIP, shardCount, stagingPort, indexPort);
    }

    /// Of a stream whose objects have that format.
    Ingest ingest(Compression compression) {
        return ingest(compression, 4, staging, index);
    }

    /// Of attempts that may be days apart.
    public Ingest ingest(AttemptSpans spans) {
        return ingest(new Ingest.IngestSettings(4, Optional.empty(), FILING, spans), Compression.GZIP,
                staging, index);
    }

    private static Ingest ingest(Compression compression, int shardCount, ObjectStore stagingPort,
            BufferIndex indexPort) {
        return ingest(new Ingest.IngestSettings(shardCount, FILING), compression, stagingPort, indexPort);
    }

    private static Ingest ingest(Ingest.IngestSettings settings, Compression compression, ObjectStore stagingPort,
            BufferIndex indexPort) {
        QueryKeys keys = (bytes, offset, length) -> {
            String record = new String(bytes, offset, length, UTF_8);
            int colon = record.indexOf(':');
            return colon < 0
                    ? new Extracted.Failed(Reject.NOT_JSON)
                    : new Extracted.Keys(Map.of("key", record.substring(0, colon)));
        };
        RecordProcessor processor = new RecordProcessor(SourceDecoder.PLAIN, Deaggregator.none(), Optional.empty(),
                Optional.of(keys), Optional.empty());
        return new Ingest(settings, processor,
                () -> new PartitionBinder(PrefixExpression.parse("key=!{partitionKeyFromQuery:key}/"),
                        PrefixExpression.parse("errors/!{firehose:error-output-type}/"),
                        new ObjectFormat.Joined(compression),
                        KeyEncoding.VERBATIM),
                Delimiting.NEWLINE, new Buffer("quakes", stagingPort, indexPort));
    }

    public FlushSummary drain(String run) {
        return flusher(staging, data, index).flush(run, Planner.Mode.DRAIN, Deadline.NONE);
    }

    public Flusher flusher(ObjectStore stagingPort, ObjectStore dataPort, BufferIndex indexPort) {
        return new Flusher(settings(), new Buffer("quakes", stagingPort, indexPort), dataPort, Workers.sequential(),
                () -> now);
    }

    public Sweep.Summary sweep() {
        return new Sweep(settings(), new Buffer("quakes", staging, index), () -> now).sweep(Deadline.NONE);
    }

    public static FlushSettings settings() {
        DuePolicy due = new DuePolicy(10_000, Duration.ofSeconds(300), Duration.ofSeconds(60));
        ObjectNaming naming = new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC);
        PlanSettings plan = new PlanSettings(due, naming,
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), Optional.empty(), 4, Duration.ofHours(26), 1_000, 1 << 20);
        return new FlushSettings(plan, 1 << 20, 1 << 20);
    }

    /// The same settings of a stream with a landing log, which keeps landings for a week.
    public static FlushSettings landingSettings() {
        FlushSettings settings = settings();
        PlanSettings plan = settings.plan();
        return new FlushSettings(
                new PlanSettings(plan.due(), plan.naming(), plan.errorOutput(), plan.retry(),
                        plan.activePartitionLimit(), plan.shardCount(), plan.foldedFor(), plan.deliveriesMax(),
                        plan.pendingBytesMax(), Optional.of(Duration.ofDays(7))),
                settings.flushMemoryBytesMax(), settings.directoryBytesMax());
    }

    /// Delivered lines by the first folder of their object, sorted.
    public Map<String, List<String>> delivered() {
        Map<String, List<String>> delivered = new TreeMap<>();
        data.contents().forEach((key, bytes) -> delivered
                .computeIfAbsent(key.substring(0, key.lastIndexOf('/')), _ -> new ArrayList<>()).addAll(lines(bytes)));
        delivered.values().forEach(lines -> lines.sort(null));
        return delivered;
    }

    /// Delivered lines under one folder; none when there is no such folder.
    public List<String> delivered(String folder) {
        return delivered().getOrDefault(folder, List.of());
    }

    static List<String> lines(byte[] gzip) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
