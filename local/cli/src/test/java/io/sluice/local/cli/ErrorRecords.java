package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the error objects that a run left, as any JSON reader would.
final class ErrorRecords {
    private ErrorRecords() {}

    /// The original records in the error objects below `folder`, sorted.
    static List<String> rawData(Path folder) throws IOException {
        List<String> records = new ArrayList<>();
        for (String line : Delivered.sorted(folder)) {
            records.add(new String(new ObjectMapper().readTree(line).path("rawData").binaryValue(), UTF_8));
        }
        records.sort(null);
        return records;
    }
}
