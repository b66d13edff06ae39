package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/// The sample's records as a stream with short intervals leaves them: objects of two.
final class SmallQuakes {
    static final Path FILE = Path.of("..", "..", "events", "quakes", "earthquakes.ndjson");

    private SmallQuakes() {}

    /// @param bucket the folder of the bucket
    /// @return how many objects there are
    static long deliver(Path bucket) throws IOException {
        return deliver(bucket, Files.readAllLines(FILE));
    }

    /// The same of some of the records.
    static long deliver(Path bucket, List<String> records) throws IOException {
        Map<String, List<String>> partitions = new TreeMap<>();
        for (String line : records) {
            JsonNode properties = new ObjectMapper().readTree(line).path("properties");
            String day = Instant.ofEpochMilli(properties.path("time").asLong()).toString().substring(0, 10);
            partitions.computeIfAbsent("net=" + properties.path("net").asText() + "/date=" + day,
                    _ -> new ArrayList<>()).add(line);
        }
        long delivered = 0;
        for (var partition : partitions.entrySet()) {
            List<String> lines = partition.getValue();
            for (int from = 0; from < lines.size(); from += 2, delivered++) {
                put(bucket, partition.getKey(), delivered, lines.subList(from, Math.min(from + 2, lines.size())));
            }
        }
        return delivered;
    }

    /// Puts an object into a folder `…/date=yyyy-MM-dd`.
    static Path put(Path bucket, String folder, long number, List<String> lines) throws IOException {
        String day = folder.substring(folder.length() - "yyyy-MM-dd".length());
        Path object = Files.createDirectories(bucket.resolve(folder)).resolve("quakes-1-" + day + "-00-00-00-"
                + new UUID(0x8000L | number << 16, 1L << 63) + ".gz");
        write(object, lines);
        return object;
    }

    static void write(Path object, List<String> lines) throws IOException {
        try (var out = new GZIPOutputStream(Files.newOutputStream(object))) {
            for (String line : lines) {
                out.write((line + "\n").getBytes(UTF_8));
            }
        }
    }
}
