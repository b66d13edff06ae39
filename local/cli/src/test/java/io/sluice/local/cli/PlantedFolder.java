package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// A folder with delivered records, for faults to be planted in: made once, and put back before each fault.
///
/// @param home    of all that it needs
/// @param config  by which it is verified
/// @param data    the folder of its objects in the bucket, with a slash at the end; empty: the bucket's own
/// @param removed objects of sources that were removed, by where they lay
record PlantedFolder(Path home, Path config, String data, Map<Path, byte[]> removed) {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final String BROKEN = "{\"id\":\"no key\"}";

    /// How it came to be.
    enum Kind {
        PLAIN, COMPACTED, REPARTITIONED, PARQUET
    }

    static PlantedFolder make(Kind kind, Path home) throws IOException {
        Files.createDirectories(home);
        List<String> records = Files.readAllLines(SmallQuakes.FILE).stream()
                .filter(line -> line.contains("\"net\":\"ak\"") || line.contains("\"net\":\"uw\"")
                        || line.contains("\"net\":\"nc\""))
                .limit(120).toList();
        var folder = new PlantedFolder(home, home.resolve("stream.json"), kind == Kind.COMPACTED ? "large/" : "",
                new TreeMap<>());
        switch (kind) {
            case PLAIN -> folder.run("stream.json", records);
            case PARQUET -> folder.run("parquet.json", records);
            case COMPACTED -> folder.compact(records);
            case REPARTITIONED -> folder.repartition(records);
        }
        assertEquals(0, folder.verify().status(), folder.verify().toString());
        copy(folder.out(), home.resolve("kept"));
        return folder;
    }

    /// One record of the plain one and of the Parquet one is rejected.
    private void run(String configuration, List<String> records) throws IOException {
        Files.copy(EVENTS.resolve(configuration), config);
        List<String> lines = new ArrayList<>(records);
        lines.add(7, BROKEN);
        Files.write(input(), lines);
        succeed("run", "--input", input().toString());
    }

    private void compact(List<String> records) throws IOException {
        Files.writeString(config, Files.readString(EVENTS.resolve("stream.json")).replace("\"Sluice\": {",
                "\"Sluice\": {\"Compaction\":{\"Prefix\":\"large/\"},"));
        Files.write(input(), records);
        SmallQuakes.deliver(bucket(), records);
        keep("net=");
        succeed("compact", "--keep-minutes", "0");
    }

    private void repartition(List<String> records) throws IOException {
        Files.write(input(), records);
        Files.writeString(config, Files.readString(EVENTS.resolve("stream.json"))
                .replace("net=!{partitionKeyFromQuery:net}/", "raw/").replace("{net:.properties.net,date:", "{date:")
                .replace("\"quakes\",", "\"quakes-streamed\","));
        succeed("run", "--input", input().toString());
        keep("raw/");
        Files.copy(EVENTS.resolve("stream.json"), config, StandardCopyOption.REPLACE_EXISTING);
        succeed("repartition", "--from", "raw/", "--remove-source");
    }

    private void keep(String start) throws IOException {
        for (Path file : files(start)) {
            removed.put(file, Files.readAllBytes(file));
        }
    }

    private void succeed(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", config.toString(), "--out",
                out().toString()));
        arguments.addAll(List.of(more));
        Outcome outcome = Cli.run(arguments.toArray(String[]::new));
        assertEquals(0, outcome.status(), outcome.toString());
    }

    Outcome verify() {
        return Cli.run("verify", "--config", config.toString(), "--out", out().toString(), "--input",
                input().toString());
    }

    Path out() {
        return home.resolve("out");
    }

    Path bucket() {
        return out().resolve("quakes");
    }

    Path input() {
        return home.resolve("input.ndjson");
    }

    /// Everything as it was made, attributes of files too.
    void restore() throws IOException {
        Folders.delete(out());
        copy(home.resolve("kept"), out());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path each : tree.toList()) {
                Files.copy(each, to.resolve(from.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /// Files of the bucket whose path there begins so, in order.
    List<Path> files(String start) throws IOException {
        try (Stream<Path> tree = Files.walk(bucket())) {
            return tree.filter(Files::isRegularFile).filter(file -> name(file).startsWith(start)).sorted().toList();
        }
    }

    /// The objects of records.
    List<Path> objects() throws IOException {
        return files(data + "net=");
    }

    String name(Path file) {
        return bucket().relativize(file).toString();
    }

    /// The records of an object, as lines; of rows those of its partition, which are in one object.
    List<String> records(Path object) throws IOException {
        if (!isParquet(object)) {
            try (var in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(object)))) {
                return new ArrayList<>(new String(in.readAllBytes(), UTF_8).lines().toList());
            }
        }
        List<String> records = new ArrayList<>();
        for (String line : Files.readAllLines(input())) {
            if (!line.equals(BROKEN) && name(object).startsWith(partition(line))) {
                records.add(line);
            }
        }
        return records;
    }

    private static String partition(String line) throws IOException {
        JsonNode properties = new ObjectMapper().readTree(line).path("properties");
        return "net=" + properties.path("net").asText() + "/date="
                + Instant.ofEpochMilli(properties.path("time").asLong()).toString().substring(0, 10) + "/";
    }

    static boolean isParquet(Path object) {
        return object.toString().endsWith(".parquet");
    }

    /// Writes an object anew, as another program would: whole, and without what the server keeps beside its bytes.
    void write(Path object, List<String> records) throws IOException {
        put(object, isParquet(object) ? rows(records) : gzip(records));
    }

    static void put(Path object, byte[] bytes) throws IOException {
        Files.deleteIfExists(object);
        Files.createDirectories(object.getParent());
        Files.write(object, bytes);
    }

    private byte[] gzip(List<String> records) throws IOException {
        Path file = home.resolve("written");
        SmallQuakes.write(file, records);
        return Files.readAllBytes(file);
    }

    /// The rows of records, whatever their keys: as a stream without keys delivers them.
    private byte[] rows(List<String> records) throws IOException {
        Path other = home.resolve("rows");
        if (Files.exists(other)) {
            Folders.delete(other);
        }
        Files.createDirectories(other);
        String text = Files.readString(EVENTS.resolve("parquet.json")).replace(
                "net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:date}/",
                "net=!{partitionKeyFromQuery:net}/").replace(
                        "{net:.properties.net,date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))}",
                        "{net:\\\"x\\\"}");
        Path lines = Files.write(other.resolve("input"), records);
        Path stream = Files.writeString(other.resolve("stream.json"), text);
        Outcome made = Cli.run("run", "--config", stream.toString(), "--out", other.resolve("out").toString(),
                "--input", lines.toString());
        assertEquals(0, made.status(), made.toString());
        try (Stream<Path> tree = Files.walk(other.resolve("out/quakes"))) {
            return Files.readAllBytes(tree.filter(PlantedFolder::isParquet).findFirst().orElseThrow());
        }
    }

    /// Where a record begins in the input, as verify says it.
    String place(String record) throws IOException {
        int at = Files.readString(input()).indexOf(record + "\n");
        return "input.ndjson, byte " + at + ":";
    }
}
