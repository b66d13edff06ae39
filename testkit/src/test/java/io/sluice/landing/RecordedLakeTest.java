package io.sluice.landing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.landing.LakeChange.Reason;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.promise.RecordedZlib;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What an earlier build wrote of a lake's log is read by this one.
final class RecordedLakeTest {
    private MemoryObjectStore staging = RecordedLake.empty();

    private static List<String> recorded() throws IOException {
        try (var in = Objects.requireNonNull(RecordedLakeTest.class.getResourceAsStream("lake-format-1.txt"))) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }

    @BeforeEach
    void restore() throws IOException {
        staging = RecordedLake.restore(recorded());
    }

    @Test
    void whatIsWrittenIsWhatWasRecorded() throws IOException {
        assumeTrue(RecordedZlib.isThisOne(), "this JDK deflates otherwise; what it writes the other tests read");
        assertEquals(recorded(), RecordedLake.record());
    }

    private List<LakeChange> told() {
        return new LandingLog(LakeLog.chain("quakes"), staging).steps(0)
                .map(step -> ((LandingLog.Step.Came) step).landing().change().orElseThrow()).toList();
    }

    @Test
    void eachChangeIsReadWhole() {
        List<LakeChange> told = told();
        assertEquals(List.of(Reason.COMPACTION, Reason.RETENTION, Reason.ERASURE),
                told.stream().map(LakeChange::reason).toList());
        assertEquals(List.of(RecordedLake.SMALL, RecordedLake.OLD, RecordedLake.ERASED),
                told.stream().map(LakeChange::gone).toList());
        assertEquals(RecordedLake.LARGE, told.getFirst().made());
        told.forEach(change -> assertEquals(RecordedLake.HEADS, change.heads()));
    }

    @Test
    void whatWasToldIsNotToldAgainAndWhatIsNotCarriedOutIsDue() {
        LakeLog log = RecordedLake.log(staging);
        assertEquals(new LakeLog.Told(1, RecordedLake.NOW), log.replace(RecordedLake.REPLACEMENT, Reason.COMPACTION,
                RecordedLake.NOW, () -> RecordedLake.HEADS, () -> {
                    throw new IllegalStateException("it was told");
                }));
        LakeTail tail = log.tail(Instant.MAX);
        assertEquals(Set.of(3L), tail.due().keySet());
        assertEquals(OptionalLong.empty(), tail.remove(Reason.ERASURE, RecordedLake.HEADS, RecordedLake.ERASED));
        assertEquals(3, told().size());
    }
}
