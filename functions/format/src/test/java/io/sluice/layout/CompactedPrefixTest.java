package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Folders of compacted objects, and the stream's own.
final class CompactedPrefixTest {
    /// Prefixes begin with a folder, with a part of one, or with both.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"quakes/, quakes/dt=2018-02-01/net=ak/, joined/dt=2018-02-01/net=ak/",
            "quakes/dt=, quakes/dt=2018-02-01/net=ak/, joined/dt=2018-02-01/net=ak/",
            "dt=, dt=2018-02-01/, joined/dt=2018-02-01/", "a/b/k, a/b/k=1/, joined/k=1/"})
    void theFolderAndItsOriginAreEachOthers(String head, String folder, String compacted) {
        CompactedPrefix prefix = new CompactedPrefix(head, "joined/");
        assertEquals(compacted, prefix.folder(folder + "object"));
        assertEquals(folder + "other", prefix.origin(compacted + "other"));
    }
}
