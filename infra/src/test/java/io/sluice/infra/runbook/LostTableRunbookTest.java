package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// "Disaster recovery": the table is gone or spoilt while records are pending, half delivered and on their way.
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
            assertEquals(schedules.keySet(), stream.schedules.keySet());
            stream.schedules.forEach((name, schedule) -> assertEquals(schedules.get(name),
                    schedule.deepCopy().without("State"), "the schedules are as they were"));
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
        operator.next();
        office.does("Start the schedules");
        operator.leave("./sluice recover");
        operator.done();
    }
}
