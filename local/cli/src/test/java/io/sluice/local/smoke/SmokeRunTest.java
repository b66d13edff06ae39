package io.sluice.local.smoke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.UsageException;
import io.sluice.local.smoke.MemoryCloud.Fault;
import io.sluice.local.smoke.SmokeReport.Program;
import io.sluice.local.smoke.SmokeRun.Ending;
import io.sluice.local.smoke.Step.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SmokeRunTest {
    private static final RunName NAME = new RunName("sluice-smoke-00c0ffee");
    private static final CloudAccess ACCESS = new CloudAccess("us-east-1", Optional.empty());

    @TempDir
    private Path folder = Path.of("");
    private MemoryCloud account = new MemoryCloud();
    private Interruption interruption = new Interruption();
    private Path jar = Path.of("");
    private int records = 50;

    /// The end of a process that nothing can be done after.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @BeforeEach
    void jar() throws Exception {
        jar = Files.writeString(folder.resolve("functions.jar"), "code");
    }

    private SmokeReport run(Ending ending) {
        var order = new SmokeRun.Order(new Program("1.0.0", "c0ffee", "25"), jar, records, 0.25, ending, folder);
        return new SmokeRun(account.cloud(), new Pace.AtOnce(interruption), RunFile.begun(NAME, MemoryCloud.ACCOUNT,
                ACCESS), order, InstantSource.fixed(Instant.EPOCH), _ -> {}).run();
    }

    private SmokeReport run() {
        return run(Ending.TAKEN_DOWN);
    }

    /// A run in a new account in which `onCall` happens, and the number of its calls.
    private SmokeReport run(IntConsumer onCall) {
        account = new MemoryCloud();
        interruption = new Interruption();
        account.onCall(onCall);
        return run();
    }

    /// The number of calls of a run that is small enough to be repeated at each of them.
    private int calls() {
        records = 8;
        run(_ -> {});
        return account.calls();
    }

    private void clean() {
        account.onCall(_ -> {});
        new TakeDown(account.cloud(), new Pace.AtOnce(new Interruption()), RunFile.find(NAME, folder).orElseThrow(),
                folder).run();
    }

    private void requireNothingLeft() {
        assertEquals(List.of(), account.left());
        assertFalse(Files.exists(NAME.file(folder)));
    }

    private static Step step(SmokeReport report, String name) {
        return report.steps().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void aRunThatFindsEachRecordOncePassesAndLeavesNothing() {
        SmokeReport report = run();

        assertTrue(report.passed(), report.markdown());
        assertEquals(new LandedRecords(50, 50, 0, 0, 0, 0, 0, 50, 1_275, 1_275), report.landed().orElseThrow());
        requireNothingLeft();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            LOSES; 1 of 36 records are missing, 0 doubled
            DOUBLES; 36 doubled, 0 misplaced
            MISPLACES; 36 misplaced
            INVENTS; 1 were never sent
            REJECTS; 1 error object
            DAMAGES; is damaged
            """)
    void whatIsNotAsItWasSentFailsTheRun(Fault fault, String said) {
        account.plant(fault);

        SmokeReport report = run();

        assertFalse(report.passed());
        assertTrue(step(report, "verify").said().contains(said), report.markdown());
        assertEquals(Outcome.LEFT_OUT, step(report, "verify again").outcome());
        requireNothingLeft();
    }

    @Test
    void aRecoveryThatIsNotWholeFailsTheRun() {
        account.plant(Fault.RECOVERS_HALF);

        Step step = step(run(), "lose the index table and recover");

        assertEquals(Outcome.FAILED, step.outcome());
        assertTrue(step.said().contains("\"complete\":false"), step.said());
        requireNothingLeft();
    }

    @Test
    void aStackThatIsNotMadeTellsItsReasonAndLeavesNothing() {
        account.plant(Fault.STACK_FAILS);

        Step step = step(run(), "make a queue and the stack");

        assertEquals(Outcome.FAILED, step.outcome());
        assertTrue(step.said().contains("ROLLBACK_COMPLETE"), step.said());
        assertTrue(step.said().endsWith("TransformFunction, <ARN> is not allowed to"), step.said());
        requireNothingLeft();
    }

    @Test
    void aStackThatDoesNotGoIsNamedWithTheCommandThatRemovesIt() {
        account.plant(Fault.STACK_STAYS);

        SmokeReport report = run();

        assertFalse(report.passed());
        assertTrue(step(report, "take all down").said().endsWith(
                "To remove it: sluice smoke --aws --clean " + NAME + " --region us-east-1"), report.markdown());
        assertEquals(List.of(NAME.value()), account.left());
        account.plant(Fault.NONE);
        clean();
        requireNothingLeft();
    }

    @Test
    void aBucketThatIsWrittenIntoWhileItIsRemovedIsEmptiedAgain() {
        account.plant(Fault.WRITES_ONCE);

        SmokeReport report = run();

        assertTrue(report.passed(), report.markdown());
        requireNothingLeft();
    }

    @Test
    void aBucketThatIsWrittenIntoForEverIsNamed() {
        account.plant(Fault.WRITES_ON);

        SmokeReport report = run();

        assertFalse(report.passed());
        assertTrue(step(report, "take all down").said().contains(
                "the bucket " + NAME + "-data (something still writes into it)"), report.markdown());
        account.plant(Fault.NONE);
        clean();
        requireNothingLeft();
    }

    @Test
    void aCallThatFailsFailsTheRunWhicheverItIs() {
        int calls = calls();
        for (int i = 1; i <= calls; i++) {
            int failing = i;
            SmokeReport report = run(call -> {
                if (call == failing) {
                    throw new SmokeException("call " + call + " fails");
                }
            });
            assertFalse(report.passed(), "call " + i);
            if (Files.exists(NAME.file(folder))) {
                assertEquals(Outcome.FAILED, report.steps().getLast().outcome(), "call " + i);
                clean();
            }
            requireNothingLeft();
        }
    }

    @Test
    void anInterruptionAtAnyCallLeavesNothing() {
        int calls = calls();
        for (int i = 1; i <= calls; i++) {
            int last = i;
            run(call -> {
                if (call == last) {
                    interruption.stop();
                }
            });
            requireNothingLeft();
        }
    }

    @Test
    void whatAKilledRunLeftIsFoundByItsFileAtAnyCall() {
        int calls = calls();
        for (int i = 1; i <= calls; i++) {
            int last = i;
            assertThrows(Killed.class, () -> run(call -> {
                if (call >= last) {
                    throw new Killed();
                }
            }), "call " + i);
            clean();
            requireNothingLeft();
        }
    }

    @Test
    void whatIsKeptIsThereUntilItIsCleaned() {
        SmokeReport report = run(Ending.KEPT);

        assertTrue(report.passed(), report.markdown());
        assertTrue(step(report, "take all down").said().contains("--clean " + NAME), report.markdown());
        assertEquals(6, account.left().size(), account.left()::toString);
        clean();
        requireNothingLeft();
    }

    @Test
    void nothingIsMadeWhereTheFileCanNotBeWritten() throws Exception {
        Files.createDirectories(NAME.file(folder).resolve("taken"));

        assertTrue(assertThrows(UsageException.class, this::run).getMessage().startsWith("Nothing was made"));
        assertEquals(0, account.calls());
    }

    @Test
    void theReportNamesNoAccountNoArnAndNoRecord() {
        account.plant(Fault.STACK_FAILS);
        String failed = run().json() + run().markdown();
        account.plant(Fault.NONE);
        String passed = run().json();

        for (String text : List.of(failed, passed)) {
            assertFalse(text.contains(MemoryCloud.ACCOUNT) || text.contains("arn:") || text.contains("\"number\""),
                    text);
        }
    }
}
