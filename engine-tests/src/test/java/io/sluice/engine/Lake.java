package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.local.cli.Console;
import io.sluice.local.cli.SluiceCommand;
import io.sluice.local.server.AccessKey;
import io.sluice.local.server.EmbeddedS3;
import io.sluice.tables.TableDefinition;
import io.trino.filesystem.local.LocalFileSystemFactory;
import io.trino.metastore.Database;
import io.trino.metastore.HiveMetastore;
import io.trino.metastore.PrincipalPrivileges;
import io.trino.plugin.hive.metastore.file.FileHiveMetastore;
import io.trino.plugin.hive.metastore.file.FileHiveMetastoreConfig;
import io.trino.spi.NodeVersion;
import io.trino.spi.security.PrincipalType;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A data lake in a folder: objects that Sluice delivered, an S3 server over them, and a catalog of tables in the
/// engine.
final class Lake implements AutoCloseable {
    /// The bucket of the sample stream.
    static final String BUCKET = "quakes";
    /// The database of its tables, named after the stream.
    private static final String DATABASE = "quakes";
    private static final String UNUSED = "unused";

    private final Engine engine;
    private final Path out;
    private final EmbeddedS3 s3;
    private final HiveMetastore tables;
    private final String catalog;

    private Lake(Engine engine, Path folder) throws IOException {
        this.engine = engine;
        out = Files.createDirectories(folder.resolve("out"));
        Path metastore = Files.createDirectories(folder.resolve("catalog"));
        s3 = EmbeddedS3.serving(Map.of(BUCKET, out), AccessKey.random());
        tables = new FileHiveMetastore(new NodeVersion("test"), new LocalFileSystemFactory(metastore), true,
                new FileHiveMetastoreConfig().setCatalogDirectory("local:///").setDisableLocationChecks(true));
        tables.createDatabase(new Database.Builder().setDatabaseName(DATABASE).setLocation(Optional.empty())
                .setOwnerName(Optional.of(UNUSED)).setOwnerType(Optional.of(PrincipalType.USER)).build());
        Map<String, String> all = new HashMap<>(settings());
        all.putAll(Map.of("hive.metastore", "file", "hive.metastore.catalog.dir", "local:///",
                "hive.metastore.version-compatibility", "UNSAFE_ASSUME_COMPATIBILITY", "fs.local.enabled", "true",
                "local.location", metastore.toString(), "hive.partition-projection-enabled", "true",
                // Trino calls a class that Sluice's version of the Parquet library has in another package.
                "parquet.use-column-index", "false",
                // The metastore looks up a partition's statistics, and projected ones are not in it.
                "hive.table-statistics-enabled", "false",
                // As in Athena: a projected partition without objects is empty.
                "hive.ignore-absent-partitions", "true", "hive.security", "allow-all"));
        catalog = engine.createCatalog("hive", all);
    }

    /// Trino's settings for the S3 server over this lake.
    private Map<String, String> settings() {
        return Map.of("fs.s3.enabled", "true", "s3.endpoint", s3.endpoint().uri().toString(), "s3.region", "us-east-1",
                "s3.path-style-access", "true", "s3.aws-access-key", s3.endpoint().key(), "s3.aws-secret-key",
                s3.endpoint().secret());
    }

    /// An empty lake in `folder`.
    static Lake in(Path folder, Engine engine) throws IOException {
        return new Lake(engine, folder);
    }

    /// A lake with what `stream` makes of `input`, and its table.
    static Lake of(StreamFile stream, Path input, Path folder, Engine engine) throws IOException {
        var lake = new Lake(engine, folder);
        lake.sluice("run", "--config", stream.write(folder).toString(), "--input", input.toString());
        lake.create(stream.table(input));
        return lake;
    }

    /// Runs a command of `./sluice` on this lake's folder; it has to succeed.
    void sluice(String... arguments) {
        var output = new StringWriter();
        var writer = new PrintWriter(output);
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--out", out.toString()));
        int status = SluiceCommand.execute(new Console(InputStream.nullInputStream(), writer, writer),
                all.toArray(String[]::new));
        assertEquals(0, status, () -> all + "\n" + output);
    }

    /// Makes a table.
    void create(TableDefinition table) {
        tables.createTable(TrinoTable.of(table), PrincipalPrivileges.NO_PRIVILEGES);
    }

    /// The rows of a query.
    List<List<Object>> rows(String sql) {
        return engine.query(catalog, DATABASE, sql);
    }

    /// The one number that a query gives.
    long number(String sql) {
        return (Long) rows(sql).getFirst().getFirst();
    }

    /// The rows of a query, with what it took.
    Engine.Measured measured(String sql) {
        return engine.measured(catalog, DATABASE, sql);
    }

    /// The rows of a query of two columns, a text and a count.
    Map<String, Long> counts(String sql) {
        return rows(sql).stream().collect(Collectors.toMap(row -> (String) row.get(0), row -> (Long) row.get(1),
                Long::sum, TreeMap::new));
    }

    /// What the last query asked of the bucket.
    Requests lastRequests() {
        return Requests.of(BUCKET, engine.lastSpans());
    }

    /// The Iceberg table of the stream, by the catalog in this lake's folder.
    IcebergTable iceberg() {
        return IcebergTable.inFolder(engine, out);
    }

    /// An Iceberg table of this lake's objects under their URIs of S3.
    ///
    /// @param database the file of its catalog
    IcebergTable icebergInBucket(Path database) {
        return IcebergTable.inBucket(engine, database, settings());
    }

    /// The keys of the data below a prefix, as [#keys]: without metadata of its Iceberg table.
    Set<String> parquet(String prefix) throws IOException {
        Set<String> keys = keys(prefix);
        keys.removeIf(key -> !key.endsWith(".parquet"));
        return keys;
    }

    /// The folder of the buckets.
    Path out() {
        return out;
    }

    /// The file of an object.
    Path file(String key) {
        return out.resolve(BUCKET).resolve(key);
    }

    /// Writes an object that no stream delivered.
    void put(String key, String content) throws IOException {
        Path file = file(key);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /// The keys of all objects under a prefix that ends in `/`, or in the bucket when it is empty.
    Set<String> keys(String prefix) throws IOException {
        Path bucket = out.resolve(BUCKET);
        try (Stream<Path> files = Files.walk(bucket.resolve(prefix))) {
            return files.filter(Files::isRegularFile).map(file -> bucket.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Override
    public void close() {
        s3.close();
    }
}
