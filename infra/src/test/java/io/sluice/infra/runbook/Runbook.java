package io.sluice.infra.runbook;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/// A procedure of `docs/how-to/operations.md`, who rehearses it, and what of it needs AWS itself.
///
/// @param heading  under which it stands
/// @param rehearsal the class of tests
/// @param tests    those that go by it
/// @param notHere  what a stand-in or another test does instead; empty where nothing
record Runbook(String heading, Class<?> rehearsal, List<String> tests, String notHere) {
    private static final String CLOUD_FORMATION = "`npx cdk` is a stand-in: what CloudFormation does with such a change"
            + " is above, by comparing templates";
    private static final String SCHEDULER = "EventBridge Scheduler is a stand-in that replaces a schedule whole, as the"
            + " real one does";

    static final List<Runbook> ALL = List.of(
            new Runbook("DamagedChunks", DamagedChunksRunbookTest.class, all(DamagedChunksRunbookTest.class),
                    "on a laptop: `DiscardCommandTest` gives the same commands"),
            new Runbook("ReconciliationMismatch", AlarmsRunbookTest.class,
                    List.of("anObjectOfSomebodyElseIsMovedAwayAndTheNextRunDelivers"), ""),
            new Runbook("FlusherNotRunning", AlarmsRunbookTest.class,
                    List.of("aFlusherThatNobodyStartsIsRunByHandAndStartedAgain"), CLOUD_FORMATION),
            new Runbook("FlusherFailures", AlarmsRunbookTest.class,
                    List.of("whatDescribesRunsThatWereGivenUpIsReadAndPurgedAndNoRecordIsInIt"),
                    "the queue is a stand-in, and the test sends what Lambda would"),
            new Runbook("SweepsUnfinished", AlarmsRunbookTest.class,
                    List.of("whatASweepCouldNotDeleteIsDeletedAtOnceAfterTheRepair"), ""),
            new Runbook("RemovalsFailed", AlarmsRunbookTest.class,
                    List.of("whatCouldNotBeRemovedIsRemovedAtOnceAfterTheRepairAndNothingElseIs"), ""),
            new Runbook("CompactionErrors", CompactionRunbookTest.class, all(CompactionRunbookTest.class),
                    "Step Functions is a stand-in that goes by the machine's definition, with the function's own code"),
            new Runbook("KinesisFailures", PositionsRunbookTest.class,
                    List.of("recordsBelowThePositionAreNotTakenAgainAndLandOnceWhenTheyAreWrittenAnew"),
                    "the test is the stream and its mapping; nothing is typed"),
            new Runbook("Put again what Firehose gave up", GivenUpRunbookTest.class, all(GivenUpRunbookTest.class),
                    "Firehose is a stand-in: the test writes what AWS documents of its error output"),
            new Runbook("Positions of a Kinesis stream", PositionsRunbookTest.class,
                    List.of("aStreamThatIsMadeAgainUnderItsNameIsReadFromItsStartAfterItsPositionsAreTakenAway",
                            "whereThePositionsAreLeftTheNewStreamIsTakenForRepeats"),
                    "the test is the stream and its mapping"),
            new Runbook("Upgrade", UpgradeRunbookTest.class,
                    List.of("whatWasHalfDeliveredIsDeliveredOnceAfterAnUpgrade",
                            "theVersionBeforeRefusesWhatThisOneWroteAndNothingIsLostUntilThisOneIsBack"),
                    "the second needs the classes of the version before, and is left out without; "
                            + CLOUD_FORMATION),
            new Runbook("Change", ChangesRunbookTest.class,
                    List.of("anotherBucketTakesOverWhenNoDeliveryIsOpen",
                            "aPipelineThatIsMadeAnewFindsWhatWaitsInTheBuffer"),
                    CLOUD_FORMATION),
            new Runbook("Drain", ChangesRunbookTest.class, all(ChangesRunbookTest.class), ""),
            new Runbook("Stop the schedules", ChangesRunbookTest.class,
                    List.of("anotherBucketTakesOverWhenNoDeliveryIsOpen"), SCHEDULER),
            new Runbook("Start the schedules", ChangesRunbookTest.class,
                    List.of("anotherBucketTakesOverWhenNoDeliveryIsOpen"), SCHEDULER),
            new Runbook("Reshard", ChangesRunbookTest.class,
                    List.of("theShardsOfTheIndexGoUpAndDownWhileRecordsComeIn"), "nothing is typed"),
            new Runbook("The retry window", ChangesRunbookTest.class,
                    List.of("aRetryWindowThatIsRaisedBeforeAReplayKnowsWhatWasStagedBefore",
                            "aRetryWindowThatIsRaisedTooLateKnowsNothingOfWhatWasForgotten"),
                    "nothing is typed"),
            new Runbook("Disaster recovery", LostTableRunbookTest.class, all(LostTableRunbookTest.class),
                    "on a laptop: `RecoverCommandTest` gives the same command; " + SCHEDULER),
            new Runbook("Tear-down", ChangesRunbookTest.class,
                    List.of("whatIsTornDownHasDeliveredAllAndLeavesNothing"),
                    "stacks, their protection and the table's are stand-ins"),
            new Runbook("Adopt storage whose stack is gone", ChangesRunbookTest.class,
                    List.of("aBufferWhoseStacksAreGoneIsAdoptedByNewOnes"),
                    "`npx cdk import` is a stand-in, which holds the file to the template and asks for each of its"
                            + " names"));

    Runbook {
        tests = List.copyOf(tests);
    }

    private static List<String> all(Class<?> tests) {
        return Arrays.stream(tests.getDeclaredMethods())
                .filter(each -> each.isAnnotationPresent(Test.class)
                        || each.isAnnotationPresent(ParameterizedTest.class))
                .map(Method::getName).sorted().toList();
    }

    /// What a test shows, as a sentence.
    static String sentence(String test) {
        String words = test.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
