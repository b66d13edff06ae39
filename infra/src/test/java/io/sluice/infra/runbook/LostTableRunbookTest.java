package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// "Disaster recovery": the table is gone or spoilt while records are pending, half delivered and on their way.
@Tag("long")
final class LostTableRunbookTest {
    private static final String PROCEDURE = "Disaster recovery";
    private static final Duration QUARTER = Duration.ofMinutes(16);

    /// What happened to the table.
    enum Loss {
        DELETED, EMPTIED
    }

    @ParameterizedTest
    @EnumSource
    void aTableThatIsLostIsMadeAgainAndEveryRecordIsDeliveredOnce(Loss loss, @TempDir Path folder) throws Exception {
        try (var office = new Office(folder)) {
            var stream = office.stream;
            half(office);
            Map<String, JsonNode> schedules = new HashMap<>(stream.schedules);
            lose(office, loss);
            office.producers.send(3);
            stream.goOn(QUARTER);
            assertTrue(stream.alarmed("FlusherErrors"), "nothing is destroyed, and somebody is told");

            recover(office, loss);

            assertEquals(0, office.producers.tryAgain(), "what the source kept is taken");
            office.producers.repeatAll();
            office.producers.send(3);
            stream.goOn(QUARTER);
            assertFalse(stream.alarmed("FlusherErrors"));
            office.drains();
            office.everyRecordIsThereOnce();
            var expiry = stream.dynamoDb.describeTimeToLive(describe -> describe.tableName(Servers.TABLE))
                    .timeToLiveDescription();
            assertEquals("ENABLED ttl", expiry.timeToLiveStatusAsString() + " " + expiry.attributeName(),
                    "receipts go when nobody needs them any more");
            assertEquals(schedules.keySet(), stream.schedules.keySet());
            stream.schedules.forEach((name, schedule) -> assertEquals(schedules.get(name),
                    schedule.deepCopy().without("State"), "the schedules are as they were"));
        }
    }

    /// Messages come in all the while, more often than the queue would let them be refused.
    @Test
    void aQueueKeepsItsMessagesWhileItsMappingIsDisabledAndEachIsDeliveredOnce(@TempDir Path folder) throws Exception {
        try (var office = new Office(folder, Way.SQS)) {
            var queue = new StoppedQueue(office.stream);
            queue.send(office.producers.write(7));
            queue.polled();
            office.stream.goOn(Duration.ofMinutes(4));
            queue.send(office.producers.write(7));
            queue.polled();
            lose(office, Loss.EMPTIED);

            var operator = office.opens(PROCEDURE).given("mapping", LambdaCommands.MAPPING);
            office.does("Stop the schedules");
            operator.next();
            operator.leave("aws lambda put-function-concurrency");
            for (int i = 0; i < 2 * StoppedQueue.RECEIVES_MAX; i++) {
                queue.send(office.producers.write(2));
                queue.polled();
            }
            office.stream.goOn(QUARTER);
            operator.next();
            operator.next();
            String recovered = operator.next();
            assertTrue(recovered.contains("\"complete\":true"), recovered);
            operator.next();
            operator.leave("aws lambda delete-function-concurrency");
            office.does("Start the schedules");
            operator.leave("./sluice recover");
            operator.done();

            assertEquals(0, queue.dead(), "nothing was given up");
            queue.polled();
            queue.repeated();
            office.stream.goOn(QUARTER);
            office.drains();
            office.everyRecordIsThereOnce();
        }
    }

    /// What the page warns of.
    @Test
    void whereTheConcurrencyIsTakenInsteadAQueuesMessagesGoToTheDeadLetterQueue(@TempDir Path folder)
            throws Exception {
        try (var office = new Office(folder, Way.SQS)) {
            var queue = new StoppedQueue(office.stream);
            queue.send(office.producers.write(7));
            var operator = office.opens(PROCEDURE).given("mapping", LambdaCommands.MAPPING);
            operator.leave("aws lambda list-event-source-mappings");
            operator.next();
            for (int i = 0; i < StoppedQueue.RECEIVES_MAX; i++) {
                assertEquals(0, queue.dead());
                queue.polled();
            }
            assertEquals(7, queue.dead());
        }
    }

    /// Objects of some partitions are written, those of others are refused, and more is staged.
    private static void half(Office office) throws Exception {
        var stream = office.stream;
        office.producers.send(6);
        stream.goOn(Duration.ofMinutes(8));
        office.producers.send(6);
        stream.http.refuse(request -> request.method().name().equals("PUT")
                && request.encodedPath().replace("%3D", "=").contains("/shop=a/"));
        stream.goOn(Duration.ofMinutes(8));
        assertTrue(Office.answered(stream.lastRun(), "deliveriesOpen") > 0, stream.lastRun());
        office.producers.send(4);
        stream.http.refuse(_ -> false);
    }

    private static void lose(Office office, Loss loss) {
        var table = office.stream.dynamoDb;
        if (loss == Loss.EMPTIED) {
            table.scanPaginator(scan -> scan.tableName(Servers.TABLE)).items()
                    .forEach(item -> table.deleteItem(delete -> delete.tableName(Servers.TABLE)
                            .key(Map.of("pk", item.getOrDefault("pk", null), "sk", item.getOrDefault("sk", null)))));
        } else {
            table.deleteTable(delete -> delete.tableName(Servers.TABLE));
        }
    }

    private static void recover(Office office, Loss loss) throws Exception {
        var operator = office.opens(PROCEDURE);
        office.does("Stop the schedules");
        operator.leave("aws lambda list-event-source-mappings");
        operator.next();
        assertEquals(0, office.producers.send(2), "no batch is taken");
        assertEquals(3, office.stream.schedules.values().stream()
                .filter(each -> each.path("State").asText().equals("DISABLED")).count());
        office.stream.goOn(QUARTER);
        if (loss == Loss.DELETED) {
            operator.nextFails();
        } else {
            operator.next();
        }
        operator.next();
        String recovered = operator.next();
        assertTrue(recovered.contains("\"complete\":true") && recovered.contains("\"unreadable\":[]")
                && recovered.contains("\"strangers\":[]"), recovered);
        operator.leave("aws lambda update-event-source-mapping");
        operator.next();
        office.does("Start the schedules");
        operator.leave("./sluice recover");
        operator.done();
    }
}
