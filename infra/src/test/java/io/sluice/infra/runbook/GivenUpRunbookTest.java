package io.sluice.infra.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.testkit.wire.Gzip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.S3Object;

/// "Put again what Firehose gave up": batches that the function failed on eleven times.
@Tag("long")
final class GivenUpRunbookTest {
    private static final String PROCEDURE = "Put again what Firehose gave up";
    private static final String PREFIX = "errors/processing-failed/";

    private Office office;
    private DeployedStream stream;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        office = new Office(folder);
        stream = office.stream;
        office.producers.send(4);
        giveUp("2026/11/22/20/first", false);
        giveUp("2026/11/22/20/second", true);
        giveUp("2026/11/22/21/third", false);
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void eachRecordThatWasGivenUpIsPutOnceAndTakenAway() throws Exception {
        var operator = begins();
        operator.next();
        operator.next();
        giveUp("2026/11/22/21/meanwhile", true);
        operator.next();
        operator.done();
        assertEquals(List.of(PREFIX + "2026/11/22/21/meanwhile"), givenUp());

        allIsPutFromTheStart();
    }

    /// Firehose refuses at any record, once; what is typed again goes on there.
    @Test
    void whatIsCutShortAnywhereIsTypedAgainAndPutsNothingTwice() throws Exception {
        var operator = begins();
        operator.next();
        int refusals = 0;
        office.firehose.refuseEach(2);
        while (!operator.nextTried()) {
            assertTrue(operator.nextFails().contains("put them first"));
            operator.back(2);
            refusals++;
        }
        office.firehose.refuseEach(Integer.MAX_VALUE);
        assertTrue(refusals > 1, "refused " + refusals + " times");
        operator.next();
        ends();
    }

    /// Whoever begins at the first command again, as a page is read, has the bucket's objects fetched anew.
    @Test
    void whatIsFetchedAgainIsNotPutAgain() throws Exception {
        var operator = begins();
        operator.next();
        operator.next();
        giveUp("2026/11/22/21/meanwhile", false);
        allIsPutFromTheStart();
    }

    /// An hour for a batch, where each record starts a process.
    @Test
    void recordsArePutByTheHundred() throws Exception {
        stream.http.refuse(request -> request.firstMatchingHeader("X-Amz-Target").isPresent());
        assertEquals(0, office.producers.sendBatch(640));
        byte[] lines = office.producers.giveUp().getBytes(UTF_8);
        long records = new String(lines, UTF_8).lines().count();
        assertTrue(records > 500, records + " records");
        stream.s3.putObject(put -> put.bucket(Servers.DATA).key(PREFIX + "2026/11/22/20/many"),
                RequestBody.fromBytes(lines));
        var operator = begins();
        operator.next();
        operator.next();
        assertEquals(3 + (records + 499) / 500, office.firehose.calls());
        operator.next();
        ends();
    }

    @Test
    void anObjectThatIsNoErrorObjectStopsAllBeforeAnythingOfItIsPut() throws Exception {
        stream.s3.putObject(put -> put.bucket(Servers.DATA).key(PREFIX + "2026/11/22/20/a"),
                RequestBody.fromString("{\"rawData\":\"e30=\"}\nnothing of the kind\n"));
        var operator = begins();
        operator.next();
        assertTrue(operator.nextFails().contains("lines without rawData"));
        Files.delete(office.desk().resolve("given-up/2026/11/22/20/a"));
        operator.again().next();
        ends();
    }

    private Operator begins() {
        stream.http.refuse(_ -> false);
        return office.opens(PROCEDURE).given("error prefix", "errors");
    }

    private void allIsPutFromTheStart() throws Exception {
        var operator = begins();
        operator.next();
        operator.next();
        operator.next();
        assertEquals(List.of(), givenUp());
        ends();
    }

    private void ends() throws Exception {
        stream.goOn(Duration.ofMinutes(10));
        office.drains();
        office.everyRecordIsThereOnce();
    }

    /// Some batches fail, and Firehose writes them.
    private void giveUp(String name, boolean compressed) throws IOException {
        stream.http.refuse(request -> request.firstMatchingHeader("X-Amz-Target").isPresent());
        assertEquals(0, office.producers.send(2));
        byte[] lines = office.producers.giveUp().getBytes(UTF_8);
        stream.http.refuse(_ -> false);
        stream.s3.putObject(put -> put.bucket(Servers.DATA).key(PREFIX + name),
                RequestBody.fromBytes(compressed ? Gzip.of(lines) : lines));
    }

    private List<String> givenUp() {
        return stream.s3.listObjectsV2(list -> list.bucket(Servers.DATA).prefix(PREFIX)).contents().stream()
                .map(S3Object::key).toList();
    }
}
