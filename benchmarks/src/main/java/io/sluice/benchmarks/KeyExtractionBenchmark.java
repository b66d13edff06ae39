package io.sluice.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.ingest.Extracted;
import io.sluice.ingest.JqQueryKeys;
import io.sluice.ingest.QueryKeys;
import io.sluice.jq.JqProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The keys of one clickstream record: by the stream's jq query, beside a Jackson tree with hand-written keys.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class KeyExtractionBenchmark {
    private static final String QUERY = "{customer_id:.customer_id,device:.type.device,"
            + "year:(.event_timestamp|strftime(\"%Y\")),month:(.event_timestamp|strftime(\"%m\")),"
            + "day:(.event_timestamp|strftime(\"%d\")),hour:(.event_timestamp|strftime(\"%H\"))}";
    private static final ObjectMapper TREE = new ObjectMapper();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu MM dd HH", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /// Bytes of a record.
    @Param({"400", "1200"})
    public int recordBytes;

    private final QueryKeys query = JqQueryKeys.of(JqProgram.compile(QUERY), Optional.empty(), InstantSource.system());
    private byte[] record = {};

    /// Makes the record and checks that both ways give the same keys.
    @Setup
    public void prepare() throws IOException {
        String start = "{\"type\":{\"device\":\"mobile\",\"event\":\"user_clicked_submit_button\"},"
                + "\"customer_id\":\"1234567890\",\"region\":\"sample_region\",\"page\":\"";
        String end = "\",\"event_timestamp\":1565382027}";
        record = (start + "x".repeat(recordBytes - start.length() - end.length()) + end)
                .getBytes(StandardCharsets.UTF_8);
        if (!(byQuery() instanceof Extracted.Keys keys) || !keys.values().equals(byTree())) {
            throw new IllegalStateException(byQuery() + " beside " + byTree());
        }
    }

    /// The stream's own way.
    @Benchmark
    public Extracted byQuery() {
        return query.extract(record, 0, record.length);
    }

    /// Extracts the keys as a user would do it by hand.
    @Benchmark
    public Map<String, String> byTree() throws IOException {
        JsonNode tree = TREE.readTree(record);
        String[] time = TIME.format(Instant.ofEpochSecond(tree.path("event_timestamp").asLong())).split(" ", -1);
        return Map.of("customer_id", tree.path("customer_id").asText(), "device",
                tree.path("type").path("device").asText(), "year", time[0], "month", time[1], "day", time[2], "hour",
                time[3]);
    }
}
