package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.retention.KeyValue;
import io.sluice.retention.RemovalMode;
import io.sluice.retention.RetentionException;
import io.sluice.retention.RetentionRule;
import io.sluice.retention.SourceErasure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetentionEventTest {
    private static final KeyValue CUSTOMER = new KeyValue("customer_id", "1=2");

    @Test
    void asksForOneThing() throws IOException {
        assertEquals(new RetentionEvent.Run(RemovalMode.REMOVE, Optional.empty()), read("{\"run\":true}"));
        assertEquals(
                new RetentionEvent.Run(RemovalMode.DRY_RUN, Optional.of(Instant.parse("2026-11-20T00:00:00Z"))),
                read("{\"run\":true,\"dryRun\":true,\"now\":\"2026-11-20T00:00:00Z\"}"));
        assertEquals(new RetentionEvent.Show(), read("{\"show\":true}"));
        assertEquals(new RetentionEvent.Put(new RetentionRule(CUSTOMER, 30)),
                read("{\"set\":{\"key\":\"customer_id=1=2\",\"days\":30}}"));
        assertEquals(new RetentionEvent.Remove(CUSTOMER), read("{\"remove\":{\"key\":\"customer_id=1=2\"}}"));
        assertEquals(new RetentionEvent.Erase(CUSTOMER, Optional.empty(), RemovalMode.DRY_RUN),
                read("{\"erase\":{\"key\":\"customer_id=1=2\"},\"dryRun\":true}"));
        assertEquals(
                new RetentionEvent.Erase(CUSTOMER, Optional.of(new SourceErasure.Range("raw/", "raw/b")),
                        RemovalMode.REMOVE),
                read("{\"erase\":{\"key\":\"customer_id=1=2\",\"source\":\"raw/\",\"after\":\"raw/b\"}}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{} | exactly one of run, show, set, remove and erase; found none",
            "[] | exactly one", "{\"run\":true,\"show\":true} | found run and show", "{\"run\" | is no JSON",
            "{\"run\":false} | run is true, not false", "{\"run\":\"daily\"} | run is true, not \"daily\"",
            "{\"show\":null} | show is true, not null",
            "{\"erase\":{\"key\":\"a=1\"},\"dryrun\":true} | does not take 'dryrun', only dryRun, erase",
            "{\"erase\":{\"key\":\"a=1\",\"dryRun\":true}} | does not take 'dryRun', only after, key, source",
            "{\"erase\":{\"key\":\"a=1\",\"source\":1}} | source is a text, not 1",
            "{\"erase\":{\"key\":\"a=1\",\"after\":\"raw/b\"}} | name the source, too",
            "{\"erase\":{\"key\":\"a=1\"},\"dryRun\":\"yes\"} | dryRun is true or false, not \"yes\"",
            "{\"erase\":{}} | erase has a \"key\"", "{\"erase\":\"a=1\"} | erase has a \"key\"",
            "{\"set\":{\"key\":\"a=1\",\"days\":1.5}} | a whole number of days, not 1.5",
            "{\"set\":{\"key\":\"a=1\",\"days\":0}} | 1 to 36500, not 0",
            "{\"run\":true,\"now\":\"yesterday\"} | now is an instant like 2026-11-20T00:00:00Z, not 'yesterday'"})
    void whatIsNoSuchEventIsRefusedWithTheReason(String event, String reason) {
        RetentionException refusal = assertThrows(RetentionException.class, () -> read(event));
        assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
    }

    private static RetentionEvent read(String event) throws IOException {
        return RetentionEvent.read(new ByteArrayInputStream(event.getBytes(UTF_8)));
    }
}
