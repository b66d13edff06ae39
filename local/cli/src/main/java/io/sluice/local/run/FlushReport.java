package io.sluice.local.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The answer of the flusher function.
///
/// @param objects           objects that it saw written, error objects included
/// @param errorObjects      error objects among them
/// @param open              deliveries that are still open
/// @param activePartitions  partitions that wait, or whose delivery is open
/// @param partitionsPeak    the most that were active during the run
/// @param staged            records folded since the stream's start
/// @param delivered         records delivered since then
/// @param rejected          error records delivered since then
/// @param dropped           records that a transformation dropped since then
/// @param forfeited         records since then whose damaged chunks were given up; in no object
/// @param problems          what went wrong, in sentences
record FlushReport(long objects, long errorObjects, long open, long activePartitions, long partitionsPeak, long staged,
        long delivered, long rejected, long dropped, long forfeited, List<String> problems) {
    private static final ObjectMapper JSON = new ObjectMapper();

    FlushReport {
        problems = List.copyOf(problems);
    }

    /// Reads the function's answer.
    ///
    /// @throws IllegalStateException when it is none
    static FlushReport read(byte[] answer) {
        try {
            JsonNode root = JSON.readTree(answer);
            JsonNode tally = root.required("sinceFirstCommit");
            long open = root.required("deliveriesOpen").asLong();
            List<String> problems = new ArrayList<>();
            root.required("problems").forEach(problem -> problems.add(problem.asText()));
            return new FlushReport(root.required("objects").asLong(), root.required("errorObjects").asLong(), open,
                    root.required("partitionsPending").asLong() + open, root.required("partitionsPeak").asLong(),
                    tally.required("staged").asLong(), tally.required("delivered").asLong(),
                    tally.required("rejected").asLong(), tally.required("dropped").asLong(),
                    tally.required("forfeited").asLong(), problems);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException("The flusher function's answer can't be read: " + e.getMessage(), e);
        }
    }

    /// Tests whether nothing waits and nothing is open.
    boolean drained() {
        return activePartitions == 0;
    }
}
