package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

/// What the page says of a compaction that fails.
@Tag("long")
final class CompactionRunbookTest {
    private static final Duration PERIOD = Duration.ofMinutes(5);

    @Test
    void aDayThatFailedIsCompactedAtOnceAfterItsObjectIsRestored(@TempDir Path folder) throws Exception {
        try (var office = new Office(folder, Way.COMPACTED)) {
            DeployedStream stream = office.stream;
            stream.deploy(configuration -> configuration.withObject("/Sluice").putObject("Compaction").put("Prefix",
                    "large/"));
            office.producers.send(6);
            office.drains();
            String key = stream.s3.listObjectsV2(list -> list.bucket(Servers.DATA).prefix("orders/")).contents()
                    .getFirst().key();
            byte[] whole = stream.s3.getObjectAsBytes(get -> get.bucket(Servers.DATA).key(key)).asByteArray();
            put(stream, key, new byte[]{0x1f, (byte) 0x8b, 8});
            stream.now = stream.now.plus(Duration.ofDays(3));
            var machines = new StepFunctionsCommands(stream);
            office.aws.with("stepfunctions", machines);
            machines.execute(Synthesis.JSON.createObjectNode());
            stream.now = stream.now.plus(PERIOD);
            assertTrue(stream.alarmed("CompactionErrors"));
            assertTrue(machines.ended().contains(key), machines.ended());

            put(stream, key, whole);
            office.does("CompactionErrors");

            assertEquals("", machines.ended());
            stream.now = stream.now.plus(PERIOD);
            assertFalse(stream.alarmed("CompactionErrors"));
            assertEquals(0, stream.s3.listObjectsV2(list -> list.bucket(Servers.DATA).prefix("orders/")).keyCount());
            assertTrue(stream.s3.listObjectsV2(list -> list.bucket(Servers.DATA).prefix("large/")).keyCount() > 0);
        }
    }

    private static void put(DeployedStream stream, String key, byte[] bytes) {
        stream.s3.putObject(put -> put.bucket(Servers.DATA).key(key), RequestBody.fromBytes(bytes));
    }
}
