package io.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.simulation.versions.OtherVersion;
import io.sluice.simulation.versions.CompiledSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Worlds of two versions, of which the other one is this build too, loaded a second time: what they find of an older
/// version is worth as much as what is between them.
@Tag("sized")
final class TwoVersionsTest {
    /// Of each kind, `-Dversions.seeds`.
    private static final long SEEDS = Long.getLong("versions.seeds", 2);
    private static final int PLANTED_WORLDS_MAX = 40;
    private static final Path SOURCES = Path.of("../functions/buffer/src/main/java/io/sluice");

    @Test
    void noWorldLosesOrDoublesARecordWhichVersionEverWorks() {
        TwoVersions versions = new TwoVersions(CompiledSource.classPath(), Versions.Beside.BOTH);
        for (WorldKind kind : TwoVersions.kinds()) {
            for (long seed = 1; seed <= SEEDS; seed++) {
                assertEquals(Optional.empty(), run(versions, kind, seed), kind + " " + seed);
            }
        }
        assertEquals(EnumSet.allOf(Versions.Work.class), versions.others().keySet());
    }

    /// Nothing that crosses is changed, and nothing is asked once more or once less.
    @Test
    void behindTheOtherVersionsClassesAWorldIsTheSame() {
        OtherFunctions other = new OtherFunctions(OtherVersion.load(paths(CompiledSource.classPath())));
        for (WorldKind kind : TwoVersions.kinds()) {
            assertEquals(trace(kind, Versions.own()),
                    trace(kind, Versions.with(other, Versions.Beside.OTHER_ALONE)), kind::text);
        }
    }

    @Test
    void aVersionThatNumbersBatchesOtherwiseIsFound(@TempDir Path folder) throws IOException {
        assertTrue(isFound(folder, "segment/BatchId.java", "new BatchId(hash.getLong(), hash.getLong())",
                "new BatchId(~hash.getLong(), hash.getLong())"));
    }

    @Test
    void aVersionThatWritesEntriesOtherwiseIsFound(@TempDir Path folder) throws IOException {
        assertTrue(isFound(folder, "index/IndexEntry.java", "FORMAT = 1", "FORMAT = 2"));
    }

    private static boolean isFound(Path folder, String file, String before, String after) throws IOException {
        String source = Files.readString(SOURCES.resolve(file));
        assertTrue(source.contains(before), () -> file + " has no " + before);
        Path classes = CompiledSource.compile(folder, Path.of(file).getFileName().toString(),
                source.replace(before, after));
        TwoVersions versions = new TwoVersions(classes + File.pathSeparator + CompiledSource.classPath(),
                Versions.Beside.BOTH);
        for (long seed = 1; seed <= PLANTED_WORLDS_MAX; seed++) {
            if (run(versions, WorldKind.STREAM, seed).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> run(TwoVersions versions, WorldKind kind, long seed) {
        return Seeds.onVirtualThread(() -> versions.run(kind, seed, Trace.none()).map(Violation::getMessage));
    }

    private static List<String> trace(WorldKind kind, Versions versions) {
        return Seeds.onVirtualThread(() -> {
            Trace trace = Trace.keeping(Integer.MAX_VALUE);
            assertEquals(Optional.empty(), Seeds.violation(1, kind.knobs().withoutLakes(), Mistake.NONE, trace,
                    new Reached(), versions).map(Violation::getMessage), kind::text);
            assertFalse(trace.lines().isEmpty());
            return List.copyOf(trace.lines());
        });
    }

    private static List<Path> paths(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of).toList();
    }
}
