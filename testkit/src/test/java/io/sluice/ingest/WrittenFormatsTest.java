package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.flush.BufferInMemory;
import io.sluice.index.IndexEntry;
import io.sluice.manifest.BatchIds;
import io.sluice.manifest.FoldedSlot;
import io.sluice.manifest.SealedBatches;
import io.sluice.segment.SegmentTail;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What this build writes is read by the release before it, to which a deployment may be taken back
/// (`docs/decisions/0108-formats-are-read-before-they-are-written.md`).
final class WrittenFormatsTest {
    private final Map<String, Set<Integer>> written = new TreeMap<>();

    /// Formats by the kind of what is encoded; the first commit after a release writes the list anew.
    private static Map<String, Set<Integer>> readByTheReleaseBefore() throws IOException {
        try (var in = requireNonNull(WrittenFormatsTest.class.getResourceAsStream("formats-read.txt"))) {
            return new String(in.readAllBytes(), UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", -1))
                    .collect(Collectors.toMap(words -> words[0], words -> Stream.of(words).skip(1)
                            .map(Integer::valueOf).collect(Collectors.toSet())));
        }
    }

    private void wrote(String kind, int format) {
        written.computeIfAbsent(kind, _ -> new TreeSet<>()).add(format);
    }

    @Test
    void whatIsWrittenIsReadByTheReleaseBefore() throws IOException {
        var buffer = new BufferInMemory();
        RecordedBuffer.ingest(buffer);
        buffer.staging.contents().forEach((key, bytes) -> {
            if (key.startsWith("manifests/")) {
                wrote("manifest", bytes[0]);
            } else if (key.startsWith("segments/") && !key.endsWith(".accepted")) {
                tail(bytes);
            }
        });
        for (IndexEntry entry : buffer.index.all()) {
            wrote("entry", entry.encode()[0]);
        }
        wrote("folded", SealedBatches.seal(0, new FoldedSlot(BatchIds.NONE, 0), 0).bytes()[0]);

        var read = readByTheReleaseBefore();
        assertEquals(read.keySet(), written.keySet(), "the kinds of what is encoded");
        written.forEach((kind, formats) -> assertTrue(requireNonNull(read.get(kind)).containsAll(formats),
                kind + " is written in formats " + formats + ", and the release before reads " + read.get(kind)));
    }

    private void tail(byte[] segment) {
        byte[] tail = Arrays.copyOfRange(segment, segment.length - SegmentTail.length(segment), segment.length);
        wrote("directory", tail[0]);
        wrote("tail", tail[SegmentTail.directoryLength(tail)]);
    }
}
