package io.sluice.flush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.ChunkFraming;
import io.sluice.codec.Compression;
import io.sluice.codec.SimpleReaders;
import io.sluice.encoding.ByteWriter;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.layout.BoundPrefix;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.segment.BatchId;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// What the version before staged: chunks without trailers, gzip members among them.
final class BareSegmentsTest {
    private static final Partition PARTITION = Partition.of(Partition.Kind.DATA, Compression.GZIP,
            new BoundPrefix("key=a/"));

    private final Buffer buffer = new Buffer();

    @Test
    void membersAndChunksOfTodayBecomeOneMember() throws IOException {
        stageBare("old", "a:1\n".repeat(400), ChunkForm.READY);
        stageBare("older", "a:2\n", ChunkForm.PLAIN);
        buffer.ingest(buffer.batch("new", "a:3", "a:4" + "x".repeat(2_000)));
        FlushSummary folded = buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("fold",
                Planner.Mode.SCHEDULED, Deadline.NONE);
        assertEquals(3, folded.batchesFolded());
        Manifest manifest = Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest()));
        assertEquals(2, manifest.pending().iterator().next().chunks().stream()
                .filter(chunk -> manifest.segments().framing(chunk.segment()) == ChunkFraming.BARE).count());
        assertEquals(List.of(), buffer.drain("run").problems());
        assertEquals(1, buffer.data.contents().size());
        String object = new String(
                SimpleReaders.read(Compression.GZIP, buffer.data.contents().values().iterator().next()), UTF_8);
        assertEquals(403, object.lines().count());
        assertEquals(400, object.lines().filter("a:1"::equals).count());
        assertEquals(403, buffer.drain("last").tally().delivered());
    }

    @Test
    void aDamagedMemberIsNamedAndKept() throws IOException {
        stageBare("old", "a:1\n".repeat(400), ChunkForm.READY);
        buffer.ingest(buffer.batch("new", "b:3"));
        var key = buffer.staging.contents().keySet().stream().filter(each -> each.contains(BatchId.of(List.of("old"))
                .toString())).findFirst().orElseThrow();
        byte[] bytes = buffer.staging.get(new ObjectKey(key));
        bytes[bytes.length - 6] ^= 1;
        buffer.staging.put(new ObjectKey(key), Body.of(bytes));
        FlushSummary summary = buffer.drain("run");
        assertEquals(1, summary.damaged());
        assertTrue(summary.problems().getFirst().contains(key), summary.problems().toString());
        assertEquals(List.of("b:3"), buffer.delivered("key=b"));
        assertTrue(buffer.staging.contents().containsKey(key));
    }

    private void stageBare(String name, String records, ChunkForm form) throws IOException {
        byte[] staged = form == ChunkForm.PLAIN ? records.getBytes(UTF_8) : gzip(records);
        Directory today = Directory.of(List.of(new Chunk(PARTITION, 0, staged.length, form,
                (int) records.lines().count(), records.length(), Buffer.NOON.toEpochMilli())));
        byte[] encoded = today.encode();
        Directory bare = Directory.decode(
                new ByteWriter(encoded.length).octet(2).raw(encoded, 1, encoded.length - 5).checksum().toBytes());
        BatchId batch = BatchId.of(List.of(name));
        SegmentId segment = new SegmentId(batch, 1, 2);
        buffer.staging.put(segment.key("quakes"), Body.of(staged));
        buffer.index.put(new IndexEntry(new EntryKey(Shard.of(batch, 4), Buffer.NOON.toEpochMilli(), batch),
                segment, (int) records.lines().count(), 0, new IndexEntry.DirectoryAt.Inline(bare)));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(member)) {
            out.write(text.getBytes(UTF_8));
        }
        return member.toByteArray();
    }
}
