package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Copies of a server's folder.
final class FolderSnapshotTest {
    /// Of a round: more take longer to deliver than they are put, where the disk is fast.
    private static final int PUTS_MAX = 3_000;

    @Test
    void aSnapshotHasTheStateOfJobsAndWhatLinksLeadTo(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Path copy = folder.resolve("copy");
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            served.client.putRecord(put -> put.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
            Files.move(out.resolve("data/k=a"), folder.resolve("archive"));
            Files.createSymbolicLink(out.resolve("data/k=a"), folder.resolve("archive"));
            Path rule = out.resolve(".sluice-retention/tables/rules");
            Files.createDirectories(rule.getParent());
            Files.writeString(rule, "kept");
            assertEquals(200, served.post("/_sluice/snapshot?to=" + copy).path("status").asInt());
        }
        assertEquals("kept", Files.readString(copy.resolve(".sluice-retention/tables/rules")));
        try (Served restored = Served.on(copy)) {
            assertEquals(List.of("{\"k\":\"a\"}"), restored.lines("data").get("k=a"));
        }
    }

    @Tag("long")
    @Test
    void aSnapshotUnderLoadHoldsWhatWasAcknowledgedBeforeAndEachRecordOnce(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 3; round++) {
            Path copy = folder.resolve("copy-" + round);
            Set<String> before;
            try (Served served = Served.on(out)) {
                if (round == 0) {
                    served.createByKey("s", "data", 64);
                }
                before = snapshotUnderLoad(served, round, copy, acknowledged);
            }
            try (Served restored = Served.on(copy)) {
                assertEquals(200, restored.post("/_sluice/flush").path("status").asInt());
                List<String> landed = restored.lines("data").values().stream().flatMap(List::stream).toList();
                assertEquals(landed.size(), new HashSet<>(landed).size(), "doubled");
                before.removeAll(landed);
                assertEquals(Set.of(), before, "lost");
            }
        }
    }

    private static Set<String> snapshotUnderLoad(Served served, int round, Path copy, Set<String> acknowledged)
            throws Exception {
        var isOver = new AtomicBoolean();
        Thread load = Thread.ofPlatform().start(() -> {
            for (int n = 0; n < PUTS_MAX && !isOver.get(); n++) {
                String text = "{\"k\":\"" + n % 3 + "\",\"n\":" + (round * 1_000_000 + n) + "}";
                served.client.putRecord(put -> put.deliveryStreamName("s").record(Served.record(text)));
                acknowledged.add(text);
            }
        });
        try {
            served.post("/_sluice/flush");
            Set<String> before = new HashSet<>(acknowledged);
            JsonNode answer = served.post("/_sluice/snapshot?to=" + copy);
            assertEquals(200, answer.path("status").asInt(), answer.toString());
            return before;
        } finally {
            isOver.set(true);
            load.join();
        }
    }

    @Test
    void aFolderThatWasCopiedWhileAServerWasAtWorkIsRefusedAndNamed(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Path copy = folder.resolve("copy");
        Path moved = folder.resolve("moved");
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            copy(out, copy);
            copy(out, folder.resolve("second"));
        }
        var refused = assertThrows(UsageException.class, () -> Served.on(copy));
        assertTrue(String.valueOf(refused.getMessage()).contains(copy + "/.sluice-serve is a copy"),
                refused.toString());
        Files.delete(copy.resolve(".sluice-serve/at-work.json"));
        Served.on(copy).close();
        Files.move(folder.resolve("second"), moved);
        assertThrows(UsageException.class, () -> Served.on(moved));
        copy(out, folder.resolve("after"));
        Served.on(folder.resolve("after")).close();
    }

    /// Where a process was killed, the mark stays, and the folder is the same one.
    @Test
    void aFolderWhoseServerWasKilledIsNoCopyAlsoUnderAnotherName(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Process process = ServeProcess.start(out);
        ServeProcess.uri(process);
        process.destroyForcibly().waitFor();
        assertTrue(Files.exists(out.resolve(".sluice-serve/at-work.json")));
        Files.move(out, folder.resolve("renamed"));
        Served.on(folder.resolve("renamed")).close();
    }

    @Test
    void aSnapshotIsNotMadeOverAnythingNorIntoItself(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("out");
        Files.createDirectory(folder.resolve("there"));
        try (Served served = Served.on(out)) {
            for (Path to : List.of(out.resolve("copy"), folder.resolve("there"), folder.resolve("none/copy"),
                    Path.of("copy"), Path.of(""))) {
                JsonNode answer = served.post("/_sluice/snapshot?to=" + to);
                assertEquals(500, answer.path("status").asInt(), to.toString());
                assertTrue(answer.path("body").path("message").asText().startsWith("No snapshot is made: a snapshot"),
                        answer.toString());
            }
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(Set.of("out", "there"),
                    new HashSet<>(left.map(each -> each.getFileName().toString()).toList()));
        }
    }

    @Test
    void whatAServerKeepsIsItsOwnersAlone(@TempDir Path out) throws Exception {
        try (Served served = Served.on(out)) {
            served.createByKey("s", "data");
            served.client.putRecord(put -> put.deliveryStreamName("s").record(Served.record("{\"k\":\"a\"}")));
            served.serve().stop(Serve.AtEnd.STAGE);
        }
        Path state = out.resolve(".sluice-serve");
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(state)));
        try (Stream<Path> files = Files.walk(state)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                        file.toString());
            }
        }
    }

    /// As `cp -r` copies a folder at work: what is gone before its turn comes is not copied.
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                try {
                    Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
                } catch (NoSuchFileException e) {
                    return FileVisitResult.CONTINUE;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
                if (e == null || e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
    }
}
