package io.sluice.local.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that is begun where days of buckets were moved.
final class WorkspaceTest {
    @TempDir
    private Path folder = Path.of("");

    private Path staging(String bucket) throws IOException {
        return Files.createDirectories(folder.resolve("out/.sluice-repartition/s3")
                .resolve(EmbeddedServices.stagingBucket(bucket)));
    }

    private void begin(String bucket) throws IOException {
        Workspace.create(OutFolder.of(folder.resolve("out").toString()), bucket).close();
    }

    /// As an erasure leaves it where another bucket was repartitioned.
    @Test
    void anEmptyFolderOfABucketTellsOfNoMoves() throws IOException {
        staging("a");
        Path moved = Files.writeString(staging("b").resolve("watermark"), "moved");
        begin("a");
        assertTrue(Files.exists(moved));
    }

    @Test
    void whatWasMovedOfABucketWhoseObjectsAreGoneIsForgotten() throws IOException {
        Path moved = Files.writeString(staging("a").resolve("watermark"), "moved");
        staging("b");
        begin("a");
        assertTrue(Files.notExists(moved));
    }

    /// One index is of both.
    @Test
    void besideAnotherBucketsMovesItIsRefused() throws IOException {
        Files.writeString(staging("a").resolve("watermark"), "moved");
        Path others = Files.writeString(staging("b").resolve("watermark"), "moved");
        String refusal = String.valueOf(assertThrows(UsageException.class, () -> begin("a")).getMessage());
        assertTrue(refusal.contains("and of other buckets; name another folder with --out"), refusal);
        assertEquals("moved", Files.readString(others));
    }
}
