package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The answer of the flusher function.
///
/// @param objects      objects that it saw written in this run, error objects included
/// @param bytes        their bytes
/// @param open         deliveries that are still open
/// @param partitions   partitions that wait
/// @param pending      records that wait
/// @param pendingBytes their bytes
/// @param staged       records staged since the stream's start
/// @param delivered    records delivered since then
/// @param rejected     error records delivered since then
/// @param dropped      records dropped by code since then
/// @param forfeited    records given up since then, whose staged bytes were damaged
/// @param problems     what went wrong, in sentences
/// @param waitingSince since when the record waits that waits longest and is in no object yet
public record FlushAnswer(long objects, long bytes, long open, long partitions, long pending, long pendingBytes,
        long staged, long delivered, long rejected, long dropped, long forfeited, List<String> problems,
        Optional<Instant> waitingSince) {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final FlushAnswer NONE = new FlushAnswer(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), Optional.empty());

    public FlushAnswer {
        problems = List.copyOf(problems);
    }

    static FlushAnswer read(byte[] answer) throws IOException {
        JsonNode root = JSON.readTree(answer);
        JsonNode tally = root.required("sinceFirstCommit");
        List<String> problems = new ArrayList<>();
        root.required("problems").forEach(problem -> problems.add(problem.asText()));
        return new FlushAnswer(root.required("objects").asLong(), root.required("bytes").asLong(),
                root.required("deliveriesOpen").asLong(), root.required("partitionsPending").asLong(),
                root.required("recordsPending").asLong(), root.required("rawBytesPending").asLong(),
                tally.required("staged").asLong(), tally.required("delivered").asLong(),
                tally.required("rejected").asLong(), tally.required("dropped").asLong(),
                tally.required("forfeited").asLong(), problems,
                Optional.ofNullable(root.get("waitingSince")).map(JsonNode::asLong).map(Instant::ofEpochMilli));
    }

    /// Tests whether nothing waits and nothing is open.
    public boolean isDrained() {
        return open == 0 && partitions == 0;
    }
}
