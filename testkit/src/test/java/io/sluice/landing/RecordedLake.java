package io.sluice.landing;

import io.sluice.landing.LakeChange.Reason;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The log of a stream's lake as format 1 has it: a replacement, a removal that is carried out and one that is not, and
/// the notes beside them.
///
/// Recorded by `RecordedLake FILE`, anew whenever the format changes before 1.0.0; from then on, every build reads what
/// was recorded. A line is an object: its key, its bytes in base64.
final class RecordedLake {
    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    static final String REPLACEMENT = "compaction/2025-12-31/1";
    static final Map<String, Long> HEADS = Map.of("quakes", 41L, "quakes!lane!1", 7L);
    static final List<LakeObject> SMALL = List.of(object("small/1", Optional.of("e1")),
            object("small/2", Optional.empty()));
    static final List<LakeObject> LARGE = List.of(new LakeObject(new ObjectKey("large/1"), 1L << 33,
            Optional.of("e2"), Optional.empty()));
    static final List<LakeObject> OLD = List.of(object("old/1", Optional.empty()));
    static final List<LakeObject> ERASED = List.of(object("customer=1/1", Optional.of("e3")));

    private RecordedLake() {}

    public static void main(String[] arguments) throws IOException {
        Files.write(Path.of(arguments[0]), record());
    }

    private static LakeObject object(String key, Optional<String> etag) {
        return new LakeObject(new ObjectKey(key), 1_000, etag, Optional.of(NOW.minusSeconds(60)));
    }

    static MemoryObjectStore empty() {
        return new MemoryObjectStore(() -> NOW);
    }

    static LakeLog log(MemoryObjectStore staging) {
        return new LakeLog("quakes", staging, new LakeLog.Reader(Optional.empty(), Duration.ofDays(7)), () -> NOW);
    }

    /// What its jobs do, each once however often this is called.
    static LakeLog.Told tell(MemoryObjectStore staging) {
        LakeLog log = log(staging);
        LakeLog.Told told = log.replace(REPLACEMENT, Reason.COMPACTION, NOW, () -> HEADS,
                () -> Optional.of(List.of(new Replacement(SMALL, LARGE))));
        LakeTail tail = log.tail(Instant.MAX);
        OptionalLong removed = tail.remove(Reason.RETENTION, HEADS, OLD);
        removed.ifPresent(tail::executed);
        tail.remove(Reason.ERASURE, HEADS, ERASED);
        log.keep(tail);
        return told;
    }

    static List<String> record() {
        MemoryObjectStore staging = empty();
        tell(staging);
        List<String> lines = new ArrayList<>();
        staging.contents().forEach((key, bytes) -> lines.add(key + " " + Base64.getEncoder().encodeToString(bytes)));
        return lines;
    }

    /// A staging bucket that holds what was recorded.
    static MemoryObjectStore restore(List<String> lines) {
        MemoryObjectStore staging = empty();
        for (String line : lines) {
            String[] parts = line.split(" ", 2);
            staging.put(new ObjectKey(parts[0]), Body.of(Base64.getDecoder().decode(parts[1])));
        }
        return staging;
    }
}
