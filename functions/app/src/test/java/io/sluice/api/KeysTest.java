package io.sluice.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeysTest {
    @Test
    void aLineIsAKeyAndItsSecretAndTheStreamsThatItIsFor() {
        Keys keys = Keys.parse("AKIA1 one/+=\n\n  AKIA2\ttwo  clicks,orders \r\n");
        assertEquals(List.of(new CallerKey("AKIA1", "one/+=", Optional.empty()),
                new CallerKey("AKIA2", "two", Optional.of(Set.of("clicks", "orders")))), keys.all());
        assertEquals("AKIA1", keys.first().id());
        assertTrue(keys.key("AKIA3").isEmpty());
    }

    @Test
    void aStreamThatIsNamedTwiceIsOne() {
        assertEquals(Optional.of(Set.of("clicks")), Keys.parse("AKIA1 one clicks,clicks").first().streams());
    }

    @Test
    void aJsonObjectHasTheSameAsValues() {
        assertEquals(Keys.parse("AKIA1 one/+=\nAKIA2 two clicks,orders").all(),
                Keys.parse(" {\"AKIA1\": \"one/+=\",\n\"AKIA2\": \"two clicks,orders\"}\n").all());
    }

    /// A file of secrets that is read wrongly is not to be in a log.
    @ParameterizedTest
    @ValueSource(strings = {"AKIA1", "AKIA1 hush clicks orders", "AKIA-1 hush", "hush/+= AKIA1",
            "AKIA1 hush\nAKIA1 hush", "", "\n \n",
            "{}", "{\"AKIA1\": \"hush\"", "{\"AKIA1\": \"hush\", \"AKIA1\": \"hush\"}", "{\"AKIA1\": \"hush\"} {}",
            "{\"AKIA1\": [\"hush\"]}", "{\"AKIA1\": \"\"}", "{\"AKIA1 AKIA2\": \"hush\"}",
            "{\"AKIA1\": 7, \"AKIA2\": \"hush\"}", "{\"AKIA1\": null, \"AKIA2\": \"hush\"}"})
    void whatIsNoListOfKeysIsRefusedWithoutASecretInTheMessage(String text) {
        var refused = assertThrows(IllegalArgumentException.class, () -> Keys.parse(text));
        assertFalse(String.valueOf(refused.getMessage()).contains("hush"), refused.getMessage());
    }

    @Test
    void aKeyOfSomeStreamsMayNameNoOthers() {
        CallerKey some = Keys.parse("AKIA2 two clicks,orders").first();
        some.requireRight("PutRecord", "orders");
        var denied = assertThrows(ApiException.class, () -> some.requireRight("PutRecord", "order"));
        assertEquals("AccessDeniedException", denied.type());
        assertEquals("The access key AKIA2 is not authorized to perform: firehose:PutRecord on resource:"
                + " arn:aws:firehose:us-east-1:123456789012:deliverystream/order", denied.getMessage());
        Keys.of("AKIA1", "one").first().requireRight("PutRecord", "order");
    }

    @Test
    void noSecretIsInTheTextOfAKey() {
        Keys keys = Keys.parse("AKIA1 hush\nAKIA2 hush clicks");
        assertEquals("Keys[AKIA1, AKIA2]", keys.toString());
        assertEquals("[AKIA1, AKIA2]", keys.all().toString());
    }
}
