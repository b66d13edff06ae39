package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;

/// Changes of a stream that is at work, and its end.
@Tag("long")
final class ChangesRunbookTest {
    private static final Duration QUARTER = Duration.ofMinutes(16);

    private Office office;
    private DeployedStream stream;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        office = new Office(folder);
        stream = office.stream;
        office.producers.send(6);
        stream.goOn(Duration.ofMinutes(4));
        office.producers.send(3);
    }

    @AfterEach
    void close() {
        office.close();
    }

    /// Half of what was decided is written; none of it is written again in the other bucket.
    @Test
    void anotherBucketTakesOverWhenNoDeliveryIsOpen() throws Exception {
        stream.http.refuse(request -> request.method().name().equals("PUT")
                && request.encodedPath().replace("%3D", "=").contains("/shop=a/"));
        stream.goOn(Duration.ofMinutes(8));
        assertTrue(Office.answered(stream.lastRun(), "deliveriesOpen") > 0, stream.lastRun());
        stream.http.refuse(_ -> false);

        office.does("Stop the schedules");
        stream.goOn(Duration.ofMinutes(6));
        assertEquals(0, Office.answered(office.does("Drain"), "deliveriesOpen"));
        office.producers.send(3);
        stream.deployWithBucket(Servers.OTHER_DATA);
        office.does("Start the schedules");

        office.producers.repeatAll();
        office.producers.send(3);
        stream.goOn(QUARTER);
        office.drains();
        office.everyRecordIsThereOnce();
    }

    @Test
    void theShardsOfTheIndexGoUpAndDownWhileRecordsComeIn() throws Exception {
        for (int shards : List.of(8, 1, 4)) {
            stream.deploy(configuration -> configuration.withObject("/Sluice").put("IndexShards", shards));
            office.producers.send(4);
            office.producers.repeatAll();
            stream.goOn(Duration.ofMinutes(4));
            office.producers.send(2);
        }
        office.drains();
        office.everyRecordIsThereOnce();
    }

    /// Batches that come again hours after the window was raised are known; they were staged before.
    @Test
    void aRetryWindowThatIsRaisedBeforeAReplayKnowsWhatWasStagedBefore() throws Exception {
        stream.goOn(QUARTER);
        stream.now = stream.now.plus(Duration.ofHours(20));
        stream.deploy(configuration -> configuration.withObject("/Sluice").put("RetryWindowInHours", 72));
        stream.goOn(QUARTER);
        stream.now = stream.now.plus(Duration.ofHours(40));
        stream.goOn(QUARTER);
        office.producers.repeatAll();
        office.drains();
        office.everyRecordIsThereOnce();
    }

    /// What the page warns of: what is forgotten stays forgotten.
    @Test
    void aRetryWindowThatIsRaisedTooLateKnowsNothingOfWhatWasForgotten() throws Exception {
        stream.goOn(QUARTER);
        stream.now = stream.now.plus(Duration.ofHours(60));
        office.producers.send(1);
        stream.goOn(QUARTER);
        stream.deploy(configuration -> configuration.withObject("/Sluice").put("RetryWindowInHours", 72));
        office.producers.repeatAll();
        office.drains();
        assertThrows(AssertionError.class, office::everyRecordIsThereOnce);
    }

    @Test
    void aPipelineThatIsMadeAnewFindsWhatWaitsInTheBuffer() throws Exception {
        stream.goOn(Duration.ofMinutes(8));
        office.producers.send(3);
        var operator = office.opens("Change");
        operator.next();
        operator.next();
        operator.next();
        assertEquals(0, office.producers.send(2), "there is no function");
        operator.next();
        operator.done();
        stream.deployAnew();

        assertEquals(List.of("deploy SluicePipeline-orders", "deploy --all", "destroy SluicePipeline-orders",
                "deploy --all"), office.cdk.asked());
        assertEquals(0, office.producers.tryAgain());
        office.producers.repeatAll();
        stream.goOn(QUARTER);
        office.drains();
        office.everyRecordIsThereOnce();
    }

    /// Nothing was drained before the stacks went: what waits is delivered by the new ones, and what was staged is
    /// known.
    @Test
    void aBufferWhoseStacksAreGoneIsAdoptedByNewOnes() throws Exception {
        stream.goOn(Duration.ofMinutes(2));
        office.producers.send(3);
        var down = office.opens("Tear-down");
        down.next();
        down.next();
        assertEquals(0, office.producers.send(2), "there is no function");

        var operator = office.opens("Adopt storage whose stack is gone");
        operator.next();
        operator.next();
        operator.done();
        stream.deployAnew();

        assertEquals(List.of("destroy SluicePipeline-orders", "destroy SluiceStorage-orders",
                "import SluiceStorage-orders", "deploy --all"), office.cdk.asked());
        assertEquals(0, office.producers.tryAgain());
        office.producers.repeatAll();
        stream.goOn(QUARTER);
        office.drains();
        office.everyRecordIsThereOnce();
    }

    @Test
    void whatIsTornDownHasDeliveredAllAndLeavesNothing() throws Exception {
        office.drains();
        var operator = office.opens("Tear-down");
        operator.next();
        operator.next();
        operator.next();
        office.everyRecordIsThereOnce();
        operator.next();
        operator.done();
        assertEquals(List.of(), stream.dynamoDb.listTables().tableNames());
        for (String bucket : List.of(Servers.DATA, Servers.STAGING)) {
            assertThrows(NoSuchBucketException.class, () -> stream.s3.headBucket(head -> head.bucket(bucket)));
        }
        assertEquals(List.of("destroy SluicePipeline-orders", "destroy SluiceStorage-orders"), office.cdk.asked());
    }
}
