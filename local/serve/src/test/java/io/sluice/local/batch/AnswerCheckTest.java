package io.sluice.local.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnswerCheckTest {
    private static final Batch BATCH = new Batch(0, Instant.EPOCH,
            List.of(new BatchRecord("a", Instant.EPOCH, new byte[1]),
                    new BatchRecord("b", Instant.EPOCH, new byte[1])),
            2);

    @Test
    void countsTheResultsOfAWholeAnswer() {
        byte[] answer = """
                {"records":[{"recordId":"b","result":"Ok","data":"e30=","metadata":{"partitionKeys":{"k":"v"}}},
                            {"recordId":"a","result":"Dropped","data":null}]}""".getBytes(UTF_8);
        assertEquals(Map.of("Ok", 1L, "Dropped", 1L), AnswerCheck.results(BATCH, answer));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{'records':[{'recordId':'a','result':'Ok'}]} | did not answer record b",
            "{} | did not answer record",
            "{'records':[{'recordId':'a','result':'Ok'},{'recordId':'a','result':'Ok'}]} | answered record a twice",
            "{'records':[{'recordId':'c','result':'Ok'}]} | answered record c, which it was not given",
            "{'records':[{'recordId':'a','result':'ok'}]} | answered record a with 'ok'",
            "{'records':[{'recordId':'a' | answer is not JSON"})
    void anAnswerToOtherRecordsIsAFailure(String answer, String message) {
        IllegalStateException failure = assertThrows(IllegalStateException.class,
                () -> AnswerCheck.results(BATCH, answer.replace('\'', '"').getBytes(UTF_8)));
        assertEquals(true, String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
    }
}
