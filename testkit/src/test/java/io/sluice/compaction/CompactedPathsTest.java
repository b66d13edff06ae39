package io.sluice.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.KeyPath;
import io.sluice.layout.Layout;
import io.sluice.layout.PathDay;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemorySourceStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Paths of a stream whose Prefix begins with its day.
final class CompactedPathsTest {
    private static final LocalDate DAY = LocalDate.of(2018, 2, 1);
    private static final String NAME = "-1-2018-02-02-00-00-00-00000000-0000-8000-8000-000000000000";

    /// What is found is deleted where the round is given up.
    @Test
    void whatARoundMadeIsTheStreamsOwnAndOfThatDayAndRound() {
        MemoryObjectStore data = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
        List.of("joined/dt=2018-02-01/quakes" + NAME + "-C1.gz", "joined/dt=2018-02-01/clicks" + NAME + "-C1.gz",
                "joined/dt=2018-02-01/quakes" + NAME + "-C2.gz", "joined/dt=2018-02-02/quakes" + NAME + "-C1.gz",
                "joined/dt=2018-02-01/notes-C1.gz", "quakes/dt=2018-02-01/quakes" + NAME + ".gz")
                .forEach(key -> data.put(new ObjectKey(key), Body.of(new byte[]{1})));
        PrefixExpression prefix = PrefixExpression.parse("quakes/dt=!{partitionKeyFromQuery:dt}/");
        CompactedPaths paths = new CompactedPaths(
                Layout.of("quakes", prefix, KeyEncoding.VERBATIM, Map.of(), ZoneOffset.UTC),
                new CompactedPrefix(prefix.literalHead(), "joined/"), new PathDay(List.of("dt")));
        FirehoseObjectName names = FirehoseObjectName.create("quakes", 1, ZoneOffset.UTC,
                new ObjectFormat.Joined(Compression.GZIP), Optional.empty());
        assertEquals(List.of(new ObjectKey("joined/dt=2018-02-01/quakes" + NAME + "-C1.gz")),
                paths.ofRound(new MemorySourceStore(data), names, DAY, 1));
    }

    /// A key's value may stand there: objects of two values are not joined, and what they are joined to is found by it.
    @Test
    void whatThePrefixPutsBeforeNamesIsKept() {
        PrefixExpression prefix = PrefixExpression
                .parse("quakes/dt=!{partitionKeyFromQuery:dt}/!{partitionKeyFromQuery:net}-");
        CompactedPrefix joined = new CompactedPrefix(prefix.literalHead(), "joined/");
        CompactedPaths paths = new CompactedPaths(
                Layout.of("quakes", prefix, KeyEncoding.VERBATIM, Map.of(), ZoneOffset.UTC), joined,
                new PathDay(List.of("dt")));
        String folder = paths.folder("quakes/dt=2018-02-01/ak-quakes" + NAME + ".gz");
        assertEquals("joined/dt=2018-02-01/ak-", folder);
        assertInstanceOf(KeyPath.Found.At.class, Layout.of("quakes", joined.of(prefix), KeyEncoding.VERBATIM, Map.of(),
                ZoneOffset.UTC).root().object(folder + "quakes" + NAME + "-C1.gz"));
    }
}
