package io.sluice.local.serve.power;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.ServerState;
import io.sluice.local.serve.journal.JournalLimits;
import io.sluice.local.serve.streams.Elsewhere;
import io.sluice.local.serve.streams.ServerOnDisk;
import io.sluice.local.server.DurableFiles;
import io.sluice.testkit.requests.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the worlds found in the server, each by itself.
final class FoundByPowerFailureTest {
    private static final Instant NOW = Instant.parse("2026-11-27T00:00:00Z");

    private final Elsewhere elsewhere = new Elsewhere(() -> NOW, Requests.PLAIN);
    private long ids;

    static LongStream seeds() {
        return LongStream.range(0, 12);
    }

    private static Disk disk(long seed) {
        var disk = new Disk(new Random(seed), Mistake.NONE);
        disk.begin(Long.MAX_VALUE);
        return disk;
    }

    private static Path folder(Disk disk) {
        return new DiskFileSystem(disk).getPath("/above/out");
    }

    private static void fail(Disk disk, ServerOnDisk server) {
        disk.cut();
        server.die();
        fail(disk);
    }

    private static void fail(Disk disk) {
        disk.cut();
        disk.fail();
        disk.begin(Long.MAX_VALUE);
    }

    private ServerOnDisk start(Disk disk) throws IOException {
        return new ServerOnDisk(folder(disk), elsewhere, () -> NOW, JournalLimits.ofBytes(1 << 20),
                () -> new UUID(1, ++ids), _ -> {});
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFolderIsThereAlsoWhereTheProcessThatMadeItWasKilled(long seed) throws Exception {
        for (int step = 0; step < 6; step++) {
            Disk disk = disk(seed);
            disk.begin(step);
            try {
                DurableFiles.makeSharedFolder(folder(disk));
            } catch (PowerCut e) {
                // Killed.
            }
            disk.begin(Long.MAX_VALUE);
            DurableFiles.makeSharedFolder(folder(disk));
            fail(disk);
            assertTrue(Files.isDirectory(folder(disk)), "killed at step " + step);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aServersFolderAndItsClaimOnABucketAreThereAfterAPowerFailure(long seed) throws Exception {
        Disk disk = disk(seed);
        ServerOnDisk server = start(disk);
        fail(disk, server);
        assertTrue(Files.isDirectory(folder(disk)));
        start(disk).end();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFolderDoesNotSayAgainThatAllIsDelivered(long seed) throws Exception {
        Disk disk = disk(seed);
        var out = new OutFolder("out", folder(disk));
        DurableFiles.makeFolder(out.resolve(ServerState.FOLDER).resolve(ServerState.STREAMS).resolve("one"));
        ServerState.drained(out);
        DurableFiles.forceFolder(out.resolve(ServerState.FOLDER));
        ServerState.requireDrained(out);
        ServerState.undrain(out);
        fail(disk);
        assertThrows(UsageException.class, () -> ServerState.requireDrained(out));
    }

    /// At a step of it, whatever of it the disk has.
    @ParameterizedTest
    @MethodSource("seeds")
    void aDeletionThatIsCutShortIsGoneOnWith(long seed) throws Exception {
        Disk disk = disk(seed);
        ServerOnDisk server = start(disk);
        server.streams().create(stream());
        while (!server.streams().describe(named()).toString().contains("\"ACTIVE\"")) {
            Thread.onSpinWait();
        }
        disk.begin(8 + seed);
        disk.turnOf("s");
        server.streams().delete(named());
        while (!disk.isCut() && server.streams().list(named()).toString().contains("\"s\"")) {
            Thread.onSpinWait();
        }
        fail(disk, server);
        start(disk).end();
    }

    private static ObjectNode named() {
        return new ObjectMapper().createObjectNode().put("DeliveryStreamName", "s");
    }

    private static ObjectNode stream() {
        ObjectNode request = named();
        request.putObject("ExtendedS3DestinationConfiguration").put("RoleARN", "arn:aws:iam::123456789012:role/r")
                .put("BucketARN", "arn:aws:s3:::bucket").put("Prefix", "all/").put("ErrorOutputPrefix", "errors/");
        return request;
    }
}
