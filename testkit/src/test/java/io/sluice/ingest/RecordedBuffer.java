package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.sluice.buffers.BufferCountHistory;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.flush.BufferInMemory;
import io.sluice.flush.Flusher;
import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.Shard;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceNumber;
import io.sluice.segment.SegmentId;
import io.sluice.segment.StagedSegment;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// All that a buffer holds, as format 1 has it: segments with their tails and words, entries, receipts, a position, a
/// history of buffers, a landing, a manifest with what is pending, and the state that names it.
///
/// Recorded by `RecordedBuffer FILE`, anew whenever a format changes before 1.0.0; from then on, every build reads what
/// was recorded. A line is an object or an item: its kind, its key, its bytes in base64.
final class RecordedBuffer {
    static final BufferCountHistory LANES = BufferCountHistory.ofNewStream(2);
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";
    private static final NumberedSource SHARD = NumberedSource.ofKinesis(KinesisBatches.STREAM, KinesisBatches.SHARD);

    private RecordedBuffer() {}

    public static void main(String[] arguments) throws IOException {
        Files.write(Path.of(arguments[0]), record());
    }

    /// Of a batch of each kind of source, one is folded and one is not. One more is delivered, and told.
    static void ingest(BufferInMemory buffer) {
        buffer.ingest(buffer.batch("landed", "a:firehose 0"));
        flush(buffer, "zero", Planner.Mode.DRAIN);
        buffer.ingest(buffer.batch("folded", "a:firehose 1", "b:firehose 2", "no key"));
        stageNamed(buffer, 1, 3);
        buffer.now = buffer.now.plusSeconds(1);
        flush(buffer, "first", Planner.Mode.SCHEDULED);
        buffer.ingest(buffer.batch("staged", "a:firehose 3"));
        stageNumbered(buffer);
    }

    private static void flush(BufferInMemory buffer, String run, Planner.Mode mode) {
        new Flusher(BufferInMemory.landingSettings(), new Buffer("quakes", buffer.staging, buffer.index), buffer.data,
                Workers.sequential(), () -> buffer.now).flush(run, mode, Deadline.NONE);
    }

    /// Messages of a queue, known one by one.
    static IngestSummary stageNamed(BufferInMemory buffer, int from, int to) {
        return buffer.ingest(new SourceBatch(SourceType.SQS, QUEUE, "",
                IntStream.rangeClosed(from, to).mapToObj(number -> message(buffer, number)).toList()));
    }

    private static SourceRecord message(BufferInMemory buffer, int number) {
        byte[] body = ("a:message " + number).getBytes(UTF_8);
        return SourceRecord.named("m" + number, buffer.now, body, name(number));
    }

    private static RecordName name(int number) {
        return RecordName.of(QUEUE, "m" + number, ("a:message " + number).getBytes(UTF_8));
    }

    /// Records of a shard, known by their positions.
    static IngestSummary stageNumbered(BufferInMemory buffer) {
        return buffer.ingest(new KinesisBatches(buffer).records(1, 4));
    }

    /// What this build writes of the same.
    static List<String> record() {
        var buffer = new BufferInMemory();
        ingest(buffer);
        List<String> lines = new ArrayList<>();
        buffer.staging.contents().forEach((key, bytes) -> lines.add(line("object", key, bytes)));
        for (IndexEntry entry : buffer.index.all()) {
            lines.add(line("entry", entry.key().shard().number() + "/" + entry.key().sortKey(), entry.encode()));
        }
        for (int number = 1; number <= 3; number++) {
            StagedSegment segment = requireNonNull(buffer.index.receipts(List.of(name(number))).get(name(number)));
            lines.add(line("receipt", Integer.toString(number), segment.id().key("quakes").value().getBytes(UTF_8)));
        }
        lines.add(line("position", SHARD.name(),
                buffer.index.position(SHARD).orElseThrow().digits().getBytes(UTF_8)));
        lines.add(line("lanes", "quakes", LANES.encode().getBytes(UTF_8)));
        FlushState state = buffer.index.state().orElseThrow();
        lines.add(line("state", Long.toString(state.version()), state.manifest().value().getBytes(UTF_8)));
        return lines;
    }

    private static String line(String kind, String key, byte[] bytes) {
        return kind + " " + key + " " + Base64.getEncoder().encodeToString(bytes);
    }

    /// A buffer that holds the objects that were recorded, and nothing in its table.
    static BufferInMemory objects(List<String> lines) {
        var buffer = new BufferInMemory();
        lines.stream().map(line -> line.split(" ", 3)).filter(parts -> parts[0].equals("object"))
                .forEach(parts -> buffer.staging.put(new ObjectKey(parts[1]), Body.of(bytes(parts))));
        return buffer;
    }

    /// A buffer that holds all that was recorded.
    static BufferInMemory whole(List<String> lines) {
        BufferInMemory buffer = objects(lines);
        lines.stream().map(line -> line.split(" ", 3)).forEach(parts -> putItem(parts, buffer));
        return buffer;
    }

    private static void putItem(String[] parts, BufferInMemory buffer) {
        byte[] bytes = bytes(parts);
        var text = new String(bytes, UTF_8);
        switch (parts[0]) {
            case "object" -> {
            }
            case "entry" -> {
                String[] key = parts[1].split("/", 2);
                buffer.index.put(IndexEntry.decode(EntryKey.parse(new Shard(Integer.parseInt(key[0])), key[1]),
                        bytes));
            }
            case "receipt" -> buffer.index
                    .put(new Receipts(new StagedSegment("quakes", SegmentId.parse("quakes", new ObjectKey(text))),
                            List.of(name(Integer.parseInt(parts[1]))), buffer.now.plus(Duration.ofDays(1))));
            case "position" -> buffer.index.putIfAbsent(
                    new Position(new NumberedSource(parts[1]), new SequenceNumber(text)));
            case "lanes" -> buffer.index.moveBufferCounts(Optional.empty(), BufferCountHistory.decode(text));
            case "state" -> buffer.index.commit(Optional.empty(),
                    new FlushState(Long.parseLong(parts[1]), new ObjectKey(text)));
            default -> throw new IllegalArgumentException(parts[0] + " is neither an object nor an item");
        }
    }

    private static byte[] bytes(String[] parts) {
        return Base64.getDecoder().decode(parts[2]);
    }
}
