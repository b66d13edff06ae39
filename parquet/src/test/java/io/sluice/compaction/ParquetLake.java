package io.sluice.compaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.codec.ObjectFormat;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.PathValues;
import io.sluice.convert.Row;
import io.sluice.convert.RowReader;
import io.sluice.convert.RowWriter;
import io.sluice.convert.TextRows;
import io.sluice.input.RangedBytes;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.Layout;
import io.sluice.layout.PathDay;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.parquet.ParquetFormat;
import io.sluice.parquet.ParquetRows;
import io.sluice.parquet.ParquetTableRows;
import io.sluice.testkit.lake.CompactionSteps;
import io.sluice.testkit.lake.ViewReader;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemorySourceStore;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.PassingSourceStore;
import io.sluice.testkit.wire.Gzip;
import io.sluice.view.ViewDefinition;
import io.sluice.view.Watermark;
import io.sluice.work.Workers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// A bucket in memory with what a stream delivered to `net=…/date=…/`, that is compacted to Parquet in
/// `large/net=…/date=…/`, and a view over both.
final class ParquetLake {
    static final LocalDate DAY = LocalDate.parse("2026-01-01");
    static final String LARGE = "large/";

    final MemoryObjectStore data;
    final MemoryObjectStore staging;
    final Faults faults;
    Instant now = Instant.parse("2026-01-03T12:00:00Z");
    Duration grace = Duration.ZERO;
    long objectBytes = 1 << 20;
    List<String> sortBy = List.of();
    List<Column> columns = List.of(column("n", "bigint"), column("s", "string"));
    /// Where both are an Iceberg table's: the columns of the stream's paths, and of what is compacted.
    Optional<PathValues> path = Optional.empty();
    Optional<PathValues> compactedPath = Optional.empty();

    /// @param between runs after each request that writes
    ParquetLake(Runnable between) {
        data = new MemoryObjectStore(() -> now);
        staging = new MemoryObjectStore(() -> now);
        faults = new Faults(between);
    }

    ParquetLake() {
        this(() -> {});
    }

    static Column column(String name, String type) {
        return Column.of(name, ColumnType.parse(type));
    }

    static String row(int number, String text) {
        return "{\"n\":" + number + ",\"s\":\"" + text + "\"}";
    }

    /// The key of a delivered object.
    static String key(String net, int number, String extension) {
        return "net=" + net + "/date=" + DAY + "/quakes-1-" + DAY + "-00-00-" + "%02d".formatted(number % 60) + "-"
                + new UUID(0x8000L | number, 0x8000_0000_0000_0000L) + extension;
    }

    /// Puts a delivered object: gzipped lines with line ends.
    String deliver(String net, int number, String... lines) {
        String key = key(net, number, ".gz");
        put(key, Gzip.of(String.join("\n", lines) + "\n"));
        return key;
    }

    /// Puts what the stream converted.
    String deliverParquet(String net, int number, String... lines) {
        String key = key(net, number, ".parquet");
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        FormatConversion conversion = conversion(path);
        try (RowWriter writer = new ParquetFormat().begin(conversion, new ObjectKey(key), file);
                RowReader rows = new TextRows(conversion).open(key,
                        new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)), Map.of())) {
            for (Row row = rows.next(); row != null; row = rows.next()) {
                writer.write(row);
            }
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        put(key, file.toByteArray());
        return key;
    }

    void put(String key, byte[] bytes) {
        data.put(new ObjectKey(key), Body.of(bytes));
    }

    private FormatConversion conversion(Optional<PathValues> of) {
        return new FormatConversion(FormatConversion.RULES, columns, Deserializer.OpenX.DEFAULT,
                ParquetSettings.DEFAULT, Optional.empty(), of);
    }

    Compaction compaction() {
        return compaction(new RowPorts(new ParquetFormat(), new ParquetTableRows(), new ParquetRows()));
    }

    Compaction compaction(RowPorts rows) {
        var expression = PrefixExpression.parse("net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:dt}/");
        var layout = Layout.of("quakes", expression, KeyEncoding.VERBATIM, Map.of(), ZoneOffset.UTC);
        var format = new JoinedFormat.Rows(conversion(compactedPath), sortBy);
        var settings = new CompactionSettings("quakes", "lake",
                new CompactedPaths(layout, new CompactedPrefix(expression.literalHead(), LARGE),
                        new PathDay(List.of("date"))),
                ZoneOffset.UTC, Duration.ZERO, grace, objectBytes, format, FirehoseObjectName.create("quakes", 1,
                        ZoneOffset.UTC, new ObjectFormat.Parquet(conversion(compactedPath).id()), Optional.empty()));
        var ports = new CompactionPorts(new PassingSourceStore(new MemorySourceStore(data), faults.of("source")),
                new PassingObjectStore(data, faults.of("data")), new PassingObjectStore(staging, faults.of("staging")),
                new FlushWriters(Optional::empty), Workers.sequential(), Workers.sequential(),
                () -> now, Optional.empty(), Optional.of(rows));
        return new Compaction(settings, ports, view());
    }

    static ViewDefinition view() {
        return new ViewDefinition("lake", "quakes_all", "lake", new ViewDefinition.Table("quakes", "\"date\""),
                new ViewDefinition.Table("quakes_compacted", "\"date\""),
                List.of(ViewDefinition.Column.of("n"), new ViewDefinition.Column("day", "\"date\"", "\"date\"")));
    }

    /// All steps, as the command takes them; the sentences about what could not be done.
    List<String> run() {
        return CompactionSteps.run(compaction());
    }

    /// What a reader of the view sees now, sorted: rows as bytes of JSON.
    List<String> visible() {
        Map<String, byte[]> objects = data.contents();
        byte[] text = objects.get("views/quakes_all.sql");
        String sql = text == null ? view().sql(new Watermark(0, "", new TreeMap<>())) : new String(text, UTF_8);
        ViewReader reader = new ViewReader("lake", Map.of("quakes", key -> key.startsWith("net="), "quakes_compacted",
                key -> key.startsWith(LARGE)));
        List<String> rows = new ArrayList<>();
        objects.forEach((key, bytes) -> {
            for (int reads = reader.reads(sql, key); reads > 0; reads--) {
                rows.addAll(key.endsWith(".parquet") ? parquet(bytes) : ViewReader.lines(bytes));
            }
        });
        rows.sort(null);
        return rows;
    }

    List<String> keys(String start) {
        return data.contents().keySet().stream().filter(key -> key.startsWith(start)).toList();
    }

    byte[] object(String key) {
        return Objects.requireNonNull(data.contents().get(key)).clone();
    }

    /// The rows of compacted objects as JSON, in their order, object by object.
    List<String> inLarge() {
        return keys(LARGE).stream().flatMap(key -> parquet(object(key)).stream()).toList();
    }

    private static List<String> parquet(byte[] file) {
        List<String> rows = new ArrayList<>();
        try (var records = new ParquetRows().open("", "", new Bytes(file), 1 << 20)) {
            for (var record = records.next(); record != null; record = records.next()) {
                rows.add(new String(record.data(), UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    /// A file in memory.
    record Bytes(byte[] file) implements RangedBytes {
        @Override
        public long length() {
            return file.length;
        }

        @Override
        public byte[] read(long offset, int length) {
            return Arrays.copyOfRange(file, (int) offset, (int) offset + length);
        }
    }
}
