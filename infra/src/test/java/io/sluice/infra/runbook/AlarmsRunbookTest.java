package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;

/// What the page says under alarms that have something to type: the cause is made, the alarm goes off, the page is
/// followed, and the alarm is off again.
@Tag("long")
final class AlarmsRunbookTest {
    private static final Duration QUARTER = Duration.ofMinutes(16);
    private static final Pattern KEY = Pattern.compile("object (orders/[^:]+): ");

    private Office office;
    private DeployedStream stream;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        office = new Office(folder);
        stream = office.stream;
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void anObjectOfSomebodyElseIsMovedAwayAndTheNextRunDelivers() throws Exception {
        office.producers.send(4);
        stream.http.refuse(AlarmsRunbookTest::changesData);
        stream.goOn(Duration.ofMinutes(8));
        var named = KEY.matcher(stream.lastRun());
        assertTrue(named.find(), stream.lastRun());
        String key = named.group(1);
        stream.s3.putObject(put -> put.bucket(Servers.DATA).key(key), RequestBody.fromString("somebody else's"));
        stream.http.refuse(_ -> false);
        office.producers.send(2);
        stream.goOn(QUARTER);
        assertTrue(stream.alarmed("ReconciliationMismatch"));

        var operator = office.opens("ReconciliationMismatch").given("key", key);
        operator.next();
        operator.done();

        stream.goOn(QUARTER);
        assertFalse(stream.alarmed("ReconciliationMismatch"));
        office.drains();
        office.everyRecordIsThereOnce();
        assertEquals("somebody else's", stream.s3.getObjectAsBytes(
                get -> get.bucket(Servers.DATA).key("not-of-the-stream/" + key)).asUtf8String());
    }

    @Test
    void aFlusherThatNobodyStartsIsRunByHandAndStartedAgain() throws Exception {
        stream.goOn(QUARTER);
        assertFalse(stream.alarmed("FlusherNotRunning"));
        office.does("Stop the schedules");
        office.producers.send(5);
        stream.goOn(QUARTER);
        assertTrue(stream.alarmed("FlusherNotRunning"));

        var operator = office.opens("FlusherNotRunning");
        operator.next();
        String printed = operator.next();
        assertTrue(Office.answered(printed, "objects") > 0, printed);
        operator.done();
        office.does("Start the schedules");

        office.producers.send(3);
        stream.goOn(QUARTER);
        assertFalse(stream.alarmed("FlusherNotRunning"));
        office.drains();
        office.everyRecordIsThereOnce();
        assertEquals(List.of("diff"), office.cdk.asked());
    }

    /// Lambda describes each run that was given up in the queue; here the test does.
    @Test
    void whatDescribesRunsThatWereGivenUpIsReadAndPurgedAndNoRecordIsInIt() throws Exception {
        var queue = new SqsCommands(stream.output("FlusherFailuresQueueUrl").orElseThrow());
        office.aws.with("sqs", queue);
        office.producers.send(4);
        long period = stream.deployment.alarm("FlusherFailures").path("Period").asLong();
        stream.now = Instant.ofEpochSecond((stream.now.getEpochSecond() / period + 1) * period);
        stream.http.refuse(AlarmsRunbookTest::asksForTheIndex);
        for (int i = 0; i < 4; i++) {
            stream.goOn(Duration.ofMinutes(2));
            assertTrue(stream.lastRun().contains("errorMessage"), stream.lastRun());
            queue.send("{\"requestContext\":{\"condition\":\"RetriesExhausted\"},\"responsePayload\":"
                    + stream.lastRun() + "}");
            stream.watch.counted(stream.deployment.alarm("FlusherFailures"), stream.now, 1);
        }
        stream.http.refuse(_ -> false);
        stream.goOn(Duration.ofMinutes(8));
        assertTrue(stream.alarmed("FlusherFailures"));

        var operator = office.opens("FlusherFailures");
        assertTrue(operator.next().contains("RetriesExhausted"));
        assertEquals(4, queue.size());
        operator.next();
        operator.done();

        assertEquals(0, queue.size());
        stream.goOn(QUARTER);
        assertFalse(stream.alarmed("FlusherFailures"));
        office.drains();
        office.everyRecordIsThereOnce();
    }

    @Test
    void whatCouldNotBeRemovedIsRemovedAtOnceAfterTheRepairAndNothingElseIs() throws Exception {
        stream.deploy(configuration -> configuration.withObject("/Sluice").putObject("Retention").put("Days", 1));
        office.producers.send(6);
        office.drains();
        int old = office.producers.sent().size();
        stream.now = stream.now.plus(Duration.ofDays(3));
        office.producers.send(6);
        office.drains();
        stream.http.refuse(AlarmsRunbookTest::changesData);
        stream.goOn(Duration.ofMinutes(2));
        stream.now = stream.now.plus(Duration.ofMinutes(4));
        assertTrue(stream.alarmed("RemovalsFailed"));

        stream.http.refuse(_ -> false);
        String printed = office.does("RemovalsFailed");
        assertTrue(printed.contains("\"problems\":[]"), printed);

        stream.now = stream.now.plus(Duration.ofMinutes(5));
        assertFalse(stream.alarmed("RemovalsFailed"));
        office.everyRecordIsThereOnce(office.producers.sent().subList(0, old).stream()
                .filter(each -> !each.shop().isEmpty()).toList());
    }

    @Test
    void whatASweepCouldNotDeleteIsDeletedAtOnceAfterTheRepair() throws Exception {
        office.producers.send(3);
        office.drains();
        for (int i = 0; i < 3; i++) {
            String key = "segments/orders/" + ("" + i).repeat(32) + "-" + "0".repeat(32);
            stream.s3.putObject(put -> put.bucket(Servers.STAGING).key(key), RequestBody.fromString("garbage"));
        }
        stream.now = stream.now.plus(Duration.ofDays(2));
        stream.http.refuse(request -> request.method().name().equals("POST")
                && request.encodedPath().equals("/" + Servers.STAGING));
        for (int hour = 0; hour < 15; hour++) {
            stream.goOn(Duration.ofMinutes(2));
            stream.now = stream.now.plus(Duration.ofMinutes(58));
        }
        assertTrue(stream.alarmed("SweepsUnfinished"));

        stream.http.refuse(_ -> false);
        String printed = office.does("SweepsUnfinished");
        assertTrue(printed.contains("\"segmentsRemoved\":3") && printed.contains("\"complete\":true"), printed);

        stream.now = stream.now.plus(Duration.ofHours(4));
        assertFalse(stream.alarmed("SweepsUnfinished"));
        office.drains();
        office.everyRecordIsThereOnce();
    }

    private static boolean changesData(SdkHttpRequest request) {
        return List.of("PUT", "POST", "DELETE").contains(request.method().name())
                && (request.encodedPath().startsWith("/" + Servers.DATA + "/")
                        || request.encodedPath().equals("/" + Servers.DATA));
    }

    private static boolean asksForTheIndex(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target").isPresent();
    }
}
