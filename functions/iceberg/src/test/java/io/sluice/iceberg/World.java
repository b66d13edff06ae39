package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;
import io.sluice.testkit.requests.Requests;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;

/// A lake of one stream: objects, two buffers' chains and that of the lake's jobs, and a table. What is right is kept
/// beside it.
final class World {
    static final TableIdentifier NAME = TableIdentifier.of("lake", "quakes");
    private static final byte[] FILE = ParquetBytes.of(ParquetBytes.COLUMNS, "{\"id\":\"ak1\",\"mag\":1.5}",
            "{\"id\":\"ci2\",\"mag\":2.5}");

    Instant now = Instant.parse("2026-11-01T00:00:00Z");
    final MemoryObjectStore store = new MemoryObjectStore(() -> now);
    final Map<TableIdentifier, String> tables = MemoryCatalog.tables();
    final MemoryChain buffer = new MemoryChain("quakes");
    final MemoryChain lane = new MemoryChain("quakes!lane!1");
    final MemoryChain lake = new MemoryChain("quakes!lake");
    /// The objects that a reader is to read, as the chains tell.
    final TreeMap<String, DataObject> right = new TreeMap<>();
    Optional<Inventory> inventory = Optional.empty();
    SnapshotRules rules = SnapshotRules.DEFAULT;
    int objectsMax = 5_000;
    TableDefinition definition = new TableDefinition("quakes", "s3://lake/quakes", "s3://lake", ParquetBytes.COLUMNS,
            List.of(Column.of("net", ColumnType.parse("string"))));
    Supplier<Catalog> catalog = () -> catalog(Requests.PLAIN);

    Catalog catalog(Requests requests) {
        return new MemoryCatalog(tables, new StoreFileIO(bucket(requests)), requests);
    }

    Bucket bucket(Requests requests) {
        return new Bucket("s3://lake/", new PassingObjectStore(store, requests));
    }

    DataObject object(String name) {
        return object(name, "a/k=" + name.length() % 3);
    }

    DataObject object(String name, String net) {
        ObjectKey key = new ObjectKey("quakes/net=" + net.replace("/", "%2F") + "/" + name + ".parquet");
        store.put(key, Body.of(FILE));
        return new DataObject(key, FILE.length, List.of(Optional.of(net)));
    }

    List<DataObject> land(MemoryChain chain, String... names) {
        List<DataObject> objects = Arrays.stream(names).map(this::object).toList();
        objects.forEach(object -> right.put(object.key().value(), object));
        chain.landed(objects.toArray(DataObject[]::new));
        return objects;
    }

    /// The table has no partition columns, and an object lands.
    void landWithoutPartitions() {
        definition = new TableDefinition("quakes", "s3://lake/quakes", "s3://lake", ParquetBytes.COLUMNS, List.of());
        DataObject object = object("a");
        buffer.landed(new DataObject(object.key(), object.bytes(), List.of()));
        right.put(object.key().value(), object);
    }

    DataObject replace(List<DataObject> sources, String name) {
        DataObject made = object(name);
        List<String> keys = sources.stream().map(each -> each.key().value()).toList();
        keys.forEach(right::remove);
        right.put(made.key().value(), made);
        lake.replaced(heads(), keys, made);
        return made;
    }

    void remove(DataObject object) {
        right.remove(object.key().value());
        lake.removed(heads(), object.key().value());
    }

    Map<String, Long> heads() {
        return Map.of(buffer.name, buffer.last(), lane.name, lane.last());
    }

    Registrar registrar() {
        return registrar(Requests.PLAIN);
    }

    Registrar registrar(Requests requests) {
        return registrar(requests, requests == Requests.PLAIN ? catalog.get() : catalog(requests));
    }

    Registrar registrar(Requests requests, Catalog of) {
        return new Registrar(new RegisteredTable(of, NAME, definition), bucket(requests),
                List.of(lake.read(requests), buffer.read(requests), lane.read(requests)), inventory, rules, () -> now,
                new DirectExecutor(), objectsMax);
    }

    Registration register() {
        return registrar().register(Deadline.NONE);
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    Table table() {
        return catalog.get().loadTable(NAME);
    }

    /// The data files of the table, as Iceberg plans a scan of it: keys, sorted, each as often as it is there.
    List<String> scanned() {
        return scanned(table());
    }

    static List<String> scanned(Table table) {
        List<String> keys = new ArrayList<>();
        try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
            StreamSupport.stream(files.spliterator(), false)
                    .forEach(task -> keys.add(task.file().location().substring("s3://lake/".length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        keys.sort(null);
        return keys;
    }

    void assertRight(String when) {
        assertEquals(List.copyOf(right.keySet()), scanned(), when);
    }

    /// Keys of what Iceberg wrote.
    Set<String> metadata() {
        Set<String> keys = new TreeSet<>(store.contents().keySet());
        keys.removeIf(key -> !key.startsWith("quakes/lake.quakes/metadata/"));
        return keys;
    }
}
