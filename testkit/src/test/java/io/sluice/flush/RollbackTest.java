package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// CloudFormation moves the alias `live` to new code, the new code commits, a later resource of the deployment fails,
/// and CloudFormation moves the alias back: the code of before goes on with the new code's commits.
final class RollbackTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private int runs;
    private int batches;

    /// The code of a deployment, by the formats of manifests that it reads and writes.
    private enum Code {
        READS_1_WRITES_1, READS_2_WRITES_1, READS_2_WRITES_2;

        ObjectStore sees(ObjectStore staging) {
            return switch (this) {
                case READS_1_WRITES_1 -> staging;
                case READS_2_WRITES_1 -> new LaterFormatStore(staging, 1);
                case READS_2_WRITES_2 -> new LaterFormatStore(staging, 2);
            };
        }
    }

    /// A batch, and a run of the schedule that commits.
    private void goesOn(Code code) {
        stages(code);
        flushes(code, Planner.Mode.SCHEDULED);
    }

    private void stages(Code code) {
        buffer.now = buffer.now.plusSeconds(60);
        String number = Integer.toString(batches++);
        buffer.ingest(code.sees(buffer.staging), buffer.index)
                .accept(buffer.batch("batch " + number, "a:" + number, "b:" + number), Optional.empty());
    }

    private void flushes(Code code, Planner.Mode mode) {
        buffer.flusher(code.sees(buffer.staging), buffer.data, buffer.index).flush("run " + runs++, mode,
                Deadline.NONE);
    }

    private int formatOfTheLastCommit() {
        return buffer.staging.get(buffer.index.state().orElseThrow().manifest())[0];
    }

    private void assertAllIsThereOnce() {
        for (String key : List.of("a", "b")) {
            assertEquals(IntStream.range(0, batches).mapToObj(number -> key + ":" + number).toList(),
                    buffer.delivered("key=" + key));
        }
    }

    @Test
    void aReleaseThatLearnsAFormatIsTakenBackAndTheOneBeforeGoesOn() {
        goesOn(Code.READS_1_WRITES_1);
        goesOn(Code.READS_2_WRITES_1);
        stages(Code.READS_2_WRITES_1);

        goesOn(Code.READS_1_WRITES_1);
        flushes(Code.READS_1_WRITES_1, Planner.Mode.DRAIN);
        assertAllIsThereOnce();
    }

    @Test
    void theReleaseAfterItWritesTheFormatAndIsTakenBackToOneThatReadsIt() {
        goesOn(Code.READS_1_WRITES_1);
        goesOn(Code.READS_2_WRITES_1);
        goesOn(Code.READS_2_WRITES_2);
        assertEquals(2, formatOfTheLastCommit());
        stages(Code.READS_2_WRITES_2);

        goesOn(Code.READS_2_WRITES_1);
        assertEquals(1, formatOfTheLastCommit());
        goesOn(Code.READS_2_WRITES_2);
        flushes(Code.READS_2_WRITES_2, Planner.Mode.DRAIN);
        assertAllIsThereOnce();
    }

    /// What the rule is for, and what is left of a stream where somebody leaves a release out.
    @Test
    void aFormatThatTheReleaseBeforeDoesNotReadHoldsTheStreamUpAndLosesNothing() {
        goesOn(Code.READS_1_WRITES_1);
        goesOn(Code.READS_2_WRITES_2);

        stages(Code.READS_1_WRITES_1);
        Map<String, byte[]> before = buffer.staging.contents();
        var refused = assertThrows(MalformedEncodingException.class,
                () -> flushes(Code.READS_1_WRITES_1, Planner.Mode.DRAIN));
        assertTrue(String.valueOf(refused.getMessage()).contains("format 2 is not known to this version"),
                refused.getMessage());
        Map<String, byte[]> after = buffer.staging.contents();
        assertEquals(before.keySet(), after.keySet());
        before.forEach((key, bytes) -> assertArrayEquals(bytes, after.get(key), key));

        goesOn(Code.READS_2_WRITES_2);
        flushes(Code.READS_2_WRITES_2, Planner.Mode.DRAIN);
        assertAllIsThereOnce();
    }
}
