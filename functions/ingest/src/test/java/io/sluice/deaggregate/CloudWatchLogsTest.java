package io.sluice.deaggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.sluice.CaseTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

final class CloudWatchLogsTest {
    @TestFactory
    Stream<DynamicTest> messagesAreExtractedAsTheirTableSays() throws IOException {
        return CaseTable.read(CloudWatchLogsTest.class, "cloudwatch.txt", 4).stream()
                .map(row -> dynamicTest(row.getFirst(), () -> check(row.get(2), row.get(3))));
    }

    private static void check(String record, String expected) {
        switch (CloudWatchLogs.messages(record.getBytes(StandardCharsets.UTF_8))) {
            case CloudWatchLogs.Result.Messages(List<byte[]> messages) -> assertEquals(expected, messages.isEmpty()
                    ? "-"
                    : String.join(" ;; ",
                            messages.stream().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).toList()));
            case CloudWatchLogs.Result.Failed(String cause) -> assertTrue(
                    expected.startsWith("error ") && cause.contains(expected.substring("error ".length())), cause);
        }
    }
}
