package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

/// "DamagedChunks": a staged byte has changed, beside records that are whole.
@Tag("long")
final class DamagedChunksRunbookTest {
    private static final String PROCEDURE = "DamagedChunks";
    private static final Duration QUARTER = Duration.ofMinutes(16);
    private static final Pattern PROBLEM = Pattern
            .compile("shop=(\\w)/.*?offset (\\d+) of segment (segments/\\S+)");

    @Test
    void aSegmentIsRestoredOutOfACopyThatIsItAndNothingIsLost(@TempDir Path folder) throws Exception {
        try (var office = new Office(folder)) {
            var stream = office.stream;
            String key = damaged(office);
            assertTrue(stream.alarmed(PROCEDURE));

            var operator = office.opens(PROCEDURE).given("segment", key).given("copy", "damaged");
            assertTrue(operator.nextFails().contains("another segment, or damaged"));
            operator.again().given("copy", "whole").next();

            stream.goOn(QUARTER);
            assertFalse(stream.alarmed(PROCEDURE));
            office.drains();
            office.everyRecordIsThereOnce();
        }
    }

    @Test
    void aChunkWithoutACopyIsGivenUpAloneAndAllElseIsDelivered(@TempDir Path folder) throws Exception {
        try (var office = new Office(folder)) {
            var stream = office.stream;
            String key = damaged(office);
            MatchResult problem = problem(stream.lastRun());
            assertEquals(key, problem.group(3));

            var operator = office.opens(PROCEDURE).given("segment", key);
            operator.leave("digest=");
            assertTrue(operator.given("offset", "1").next().contains("FunctionError"), "no chunk begins there");
            String given = operator.again().given("offset", problem.group(2)).next();
            operator.leave("./sluice discard");
            operator.leave("./sluice discard");
            operator.done();

            stream.goOn(QUARTER);
            assertFalse(stream.alarmed(PROCEDURE));
            office.drains();
            List<Sent> lost = office.producers.sent().subList(0, office.producers.first()).stream()
                    .filter(each -> each.shop().equals(problem.group(1))).toList();
            assertEquals(lost.size(), Office.answered(given, "recordsDiscarded"), given);
            office.everyRecordIsThereOnce(lost);
            assertEquals(1, stream.s3.listObjectsV2(list -> list.bucket(Servers.STAGING).prefix("damaged/orders/"))
                    .contents().size(), "what is left of it is kept");
        }
    }

    /// Stages a batch, damages it, keeps both on the desk, and lets flush runs find it among others.
    ///
    /// @return the segment's key
    private static String damaged(Office office) throws IOException {
        var stream = office.stream;
        office.producers.send(1);
        String key = stream.s3.listObjectsV2(list -> list.bucket(Servers.STAGING).prefix("segments/")).contents()
                .getFirst().key();
        byte[] bytes = stream.s3.getObjectAsBytes(get -> get.bucket(Servers.STAGING).key(key)).asByteArray();
        Files.write(office.desk().resolve("whole"), bytes);
        bytes[2] ^= 1;
        Files.write(office.desk().resolve("damaged"), bytes);
        stream.s3.putObject(put -> put.bucket(Servers.STAGING).key(key), RequestBody.fromBytes(bytes));
        office.producers.send(6);
        stream.goOn(QUARTER);
        return key;
    }

    private static MatchResult problem(String run) {
        var problem = PROBLEM.matcher(run);
        assertTrue(problem.find(), run);
        return problem.toMatchResult();
    }
}
