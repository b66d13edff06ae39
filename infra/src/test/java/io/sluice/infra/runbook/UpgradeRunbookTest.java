package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// "Upgrade": what is half delivered when new functions are deployed is delivered once, and the way back.
///
/// The system property `sluice.releaseBefore` names the compiled classes of a version whose formats are others
/// (`functions/*/src/main`); with it the way back is tried, too.
final class UpgradeRunbookTest {
    private static final Duration QUARTER = Duration.ofMinutes(16);
    static final String CLASSES = "sluice.releaseBefore";

    @Test
    void whatWasHalfDeliveredIsDeliveredOnceAfterAnUpgrade(@TempDir Path folder) throws Exception {
        try (var office = new Office(folder)) {
            office.stream.deploy(new Release.Current());
            leaveHalf(office);
            upgrade(office);
            office.producers.repeatAll();
            office.producers.send(5);
            office.stream.goOn(QUARTER);
            office.drains();
            office.everyRecordIsThereOnce();
        }
    }

    @Test
    void theVersionBeforeRefusesWhatThisOneWroteAndNothingIsLostUntilThisOneIsBack(@TempDir Path folder)
            throws Exception {
        String classes = System.getProperty(CLASSES);
        assumeTrue(classes != null, "The way back is not tried: sluice.releaseBefore names no classes of the version"
                + " before. The other test upgrades without a change of formats");
        var before = new Release.Compiled(Path.of(classes));
        try (var office = new Office(folder)) {
            office.stream.deploy(before);
            leaveHalf(office);
            upgrade(office);
            office.producers.send(4);
            office.stream.goOn(QUARTER);
            office.drains();
            office.stream.deploy(before);
            office.producers.send(4);
            office.stream.goOn(QUARTER);
            assertTrue(office.stream.lastRun().contains("is not known to this version"), office.stream.lastRun());
            assertTrue(office.stream.alarmed("FlusherErrors"));
            office.stream.deploy(new Release.Current());
            office.producers.repeatAll();
            office.stream.goOn(QUARTER);
            assertFalse(office.stream.alarmed("FlusherErrors"));
            office.drains();
            office.everyRecordIsThereOnce();
        }
    }

    private static void upgrade(Office office) throws Exception {
        var operator = office.opens("Upgrade");
        operator.next();
        operator.next();
        operator.done();
        office.stream.deploy(new Release.Current());
        assertEquals(List.of("diff", "deploy --all"), office.cdk.asked());
    }

    private static void leaveHalf(Office office) {
        var stream = office.stream;
        office.producers.send(5);
        stream.goOn(Duration.ofMinutes(8));
        office.producers.send(5);
        stream.http.refuse(request -> request.method().name().equals("PUT")
                && request.encodedPath().replace("%3D", "=").contains("/shop=a/"));
        stream.goOn(Duration.ofMinutes(8));
        assertTrue(Office.answered(stream.lastRun(), "deliveriesOpen") > 0, stream.lastRun());
        office.producers.send(4);
        stream.goOn(Duration.ofMinutes(2));
        office.producers.send(2);
        stream.http.refuse(_ -> false);
    }
}
