package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// Reads the objects that a run left, with the JDK alone.
final class Delivered {
    private Delivered() {}

    /// The lines of every object below `bucket`, by key.
    static Map<String, List<String>> lines(Path bucket) {
        Map<String, List<String>> lines = new TreeMap<>();
        try (Stream<Path> files = Files.exists(bucket) ? Files.walk(bucket) : Stream.empty()) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> lines.put(bucket.relativize(file).toString(), content(file).lines().toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    /// All lines of all objects, sorted.
    static List<String> sorted(Path bucket) {
        List<String> all = new ArrayList<>();
        lines(bucket).values().forEach(all::addAll);
        all.sort(null);
        return all;
    }

    private static String content(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            InputStream decompressed = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
            return new String(decompressed.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
