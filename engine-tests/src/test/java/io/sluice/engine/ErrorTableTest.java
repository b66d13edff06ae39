package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.reject.ErrorOutputType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Error records as a table: Firehose's envelope is JSON that a query reads, the record itself included.
@ExtendWith(Engine.Provider.class)
final class ErrorTableTest {
    @Test
    void everyRejectedRecordIsARowWithItsBytesAndReason(Engine engine, @TempDir Path folder) throws IOException {
        List<String> bad = List.of("no json", "{\"properties\":{\"time\":1}}", "{\"properties\":{\"net\":\"ä\"}}");
        Path input = folder.resolve("in.ndjson");
        Files.writeString(input, Files.readString(Quakes.FILE) + String.join("\n", bad) + "\n");
        StreamFile stream = StreamFile.quakes();
        try (Lake lake = Lake.of(stream, input, folder, engine)) {
            lake.create(stream.errorTable());
            List<List<Object>> rows = lake
                    .rows("SELECT from_utf8(from_base64(rawdata)), errorcode, errormessage, attemptsmade, "
                            + "arrivaltimestamp > 0 FROM quakes_errors");
            assertEquals(bad.stream().sorted().toList(),
                    rows.stream().map(row -> (String) row.getFirst()).sorted().toList());
            rows.forEach(row -> assertTrue(!((String) row.get(1)).isEmpty() && !((String) row.get(2)).isEmpty()
                    && row.get(4).equals(true), row::toString));
            assertEquals(lake.keys("errors/"), lake.lastRequests().read());
        }
    }
}
