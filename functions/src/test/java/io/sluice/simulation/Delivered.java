package io.sluice.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import io.sluice.codec.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.xerial.snappy.SnappyInputStream;

/// Reads objects as a user of the data bucket would: by their keys' extensions, with everybody's libraries.
final class Delivered {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, SimulatedRecord> records;

    /// @param records every record that could be in an object, by its id
    Delivered(Map<String, SimulatedRecord> records) {
        this.records = Map.copyOf(records);
    }

    /// What is in an object.
    List<Landed> read(String key, byte[] bytes) {
        Compression compression = compression(key);
        String prefix = key.substring(0, key.lastIndexOf('/') + 1);
        List<Line> lines = new ArrayList<>();
        for (String line : decompress(compression, bytes).lines().toList()) {
            if (prefix.startsWith(Configuration.ERRORS)) {
                lines.addAll(rawData(line));
            } else {
                lines.add(new Line(line, ""));
            }
        }
        long oldest = lines.stream().mapToLong(line -> record(line.output, key).arrival()).min().orElseThrow();
        return lines.stream().map(line -> new Landed(record(line.output, key), line.output, prefix, compression,
                line.errorCode, oldest)).toList();
    }

    private record Line(String output, String errorCode) {}

    private SimulatedRecord record(String output, String key) {
        SimulatedRecord record = records.get(output.substring(0, Math.max(0, output.indexOf(','))));
        if (record == null) {
            throw new Violation("object " + key + " holds what nobody sent: " + output);
        }
        return record;
    }

    private static Compression compression(String key) {
        String name = key.substring(key.lastIndexOf('/') + 1);
        for (Compression each : List.of(Compression.GZIP, Compression.ZSTD, Compression.SNAPPY)) {
            if (name.endsWith(each.extension())) {
                return each;
            }
        }
        return Compression.UNCOMPRESSED;
    }

    private static String decompress(Compression compression, byte[] bytes) {
        try (InputStream in = open(compression, new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(Compression compression, InputStream in) throws IOException {
        return switch (compression) {
            case GZIP -> new GZIPInputStream(in);
            case ZSTD -> new ZstdInputStream(in).setContinuous(false);
            case SNAPPY -> new SnappyInputStream(in);
            case UNCOMPRESSED, ZIP, HADOOP_SNAPPY -> in;
        };
    }

    /// An error record holds one source record, or, where records were given up after they were buffered, a chunk.
    private static List<Line> rawData(String line) {
        try {
            JsonNode error = JSON.readTree(line);
            String code = error.get("errorCode").textValue();
            String raw = new String(error.get("rawData").binaryValue(), StandardCharsets.UTF_8);
            return raw.lines().map(each -> new Line(each, code)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("not an error record: " + line, e);
        }
    }
}
