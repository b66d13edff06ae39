package io.sluice.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPInputStream;
import org.xerial.snappy.SnappyInputStream;

/// Reads objects as a user of the data bucket would: by their keys' extensions, with everybody's libraries.
public final class Delivered {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PARQUET = ".parquet";

    private final Map<String, SimulatedRecord> records;
    private final ToLongFunction<String> oldestLacked;

    /// @param records      every record that could be in an object, by its id
    /// @param oldestLacked of the records that an object was named after, by its key, and that it may lack, epoch
    ///        milliseconds; [Long#MAX_VALUE] for none
    Delivered(Map<String, SimulatedRecord> records, ToLongFunction<String> oldestLacked) {
        this.records = Map.copyOf(records);
        this.oldestLacked = oldestLacked;
    }

    /// What is in an object.
    public List<Landed> read(String key, byte[] bytes) {
        String extension = extension(key);
        String prefix = key.substring(0, key.lastIndexOf('/') + 1);
        List<Line> lines = lines(key, bytes);
        long oldest = Math.min(oldestLacked.applyAsLong(key),
                lines.stream().mapToLong(line -> record(line.output, key).arrival()).min()
                        .orElse(Long.MAX_VALUE));
        return lines.stream().map(line -> new Landed(record(line.output, key), line.output, prefix, extension,
                line.errorCode, oldest)).toList();
    }

    /// A record's text as it is in an object.
    ///
    /// @param errorCode of the error record that it is in; empty where it is in none
    public record Line(String output, String errorCode) {}

    /// The records of an object, whoever sent them.
    ///
    /// @throws Violation when nobody can read it
    public static List<Line> lines(String key, byte[] bytes) {
        List<Line> lines = new ArrayList<>();
        for (String line : content(key, bytes).lines().toList()) {
            if (key.startsWith(Configuration.ERRORS)) {
                lines.addAll(rawData(line));
            } else {
                lines.add(new Line(line, ""));
            }
        }
        return lines;
    }

    private SimulatedRecord record(String output, String key) {
        SimulatedRecord record = records.get(output.substring(0, Math.max(0, output.indexOf(','))));
        if (record == null) {
            throw new Violation("object " + key + " holds what nobody sent: " + output);
        }
        return record;
    }

    private static String extension(String key) {
        int dot = key.indexOf('.', key.lastIndexOf('/') + 1);
        return dot < 0 ? "" : key.substring(dot);
    }

    private static String content(String key, byte[] bytes) {
        String extension = extension(key);
        try (InputStream in = open(extension, new ByteArrayInputStream(bytes))) {
            String content = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return extension.equals(PARQUET) ? PickyConverter.read(content) : content;
        } catch (IOException e) {
            throw new Violation("object " + key + " cannot be read: " + e);
        }
    }

    private static InputStream open(String extension, InputStream in) throws IOException {
        return switch (extension) {
            case ".gz" -> new GZIPInputStream(in);
            case ".zst" -> new ZstdInputStream(in).setContinuous(false);
            case ".snappy" -> new SnappyInputStream(in);
            case "", PARQUET -> in;
            default -> throw new Violation("an object of an unknown format: " + extension);
        };
    }

    /// An error record holds one source record, or, where records were given up after they were buffered, a chunk.
    static List<Line> rawData(String line) {
        try {
            JsonNode error = JSON.readTree(line);
            String code = error.get(error.has("lastErrorCode") ? "lastErrorCode" : "errorCode").textValue();
            String raw = new String(error.get("rawData").binaryValue(), StandardCharsets.UTF_8);
            return raw.lines().map(each -> new Line(each, code)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("not an error record: " + line, e);
        }
    }
}
