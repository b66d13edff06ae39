package io.sluice.engine;

import io.opentelemetry.api.common.AttributeKey;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The Iceberg table of the sample stream as Trino's Iceberg connector has it. Trino is given the catalog that the
/// registrar commits to, to read only, and nothing else: what it finds is what the metadata says.
final class IcebergTable {
    /// The table's namespace, as Sluice names it where the configuration does not.
    private static final String NAMESPACE = "sluice";
    private static final String OBJECTS_END = ".parquet";
    private static final AttributeKey<String> LOCATION = AttributeKey.stringKey("trino.file.location");

    private final Engine engine;
    private final String catalog;
    private final String root;

    private IcebergTable(Engine engine, String root, Path database, Map<String, String> files) {
        this.engine = engine;
        this.root = root;
        Map<String, String> settings = new HashMap<>(files);
        settings.putAll(Map.of("iceberg.catalog.type", "jdbc", "iceberg.jdbc-catalog.driver-class", "org.sqlite.JDBC",
                "iceberg.jdbc-catalog.connection-url", "jdbc:sqlite:" + database, "iceberg.jdbc-catalog.catalog-name",
                "sluice", "iceberg.jdbc-catalog.default-warehouse-dir", root, "iceberg.security", "read_only",
                // Each query opens what it reads, and has nothing from the one before.
                "iceberg.metadata-cache.enabled", "false",
                // As in Lake.
                "parquet.use-column-index", "false"));
        this.catalog = engine.createCatalog("iceberg", settings);
    }

    /// By the catalog of a folder of `--out`, whose objects are files.
    static IcebergTable inFolder(Engine engine, Path out) {
        return new IcebergTable(engine, "file://" + out.toAbsolutePath() + "/" + Lake.BUCKET + "/",
                out.resolve("iceberg").resolve("catalog.db"),
                Map.of("fs.local.enabled", "true", "local.location", "/"));
    }

    /// By a catalog in a file, whose objects are in the bucket of an S3 server.
    ///
    /// @param s3 Trino's settings for the server
    static IcebergTable inBucket(Engine engine, Path database, Map<String, String> s3) {
        return new IcebergTable(engine, "s3://" + Lake.BUCKET + "/", database, s3);
    }

    /// The rows of a query.
    List<List<Object>> rows(String sql) {
        return engine.query(catalog, NAMESPACE, sql);
    }

    /// The one number that a query gives.
    long number(String sql) {
        return (Long) rows(sql).getFirst().getFirst();
    }

    /// The keys of the objects that the last query opened, sorted.
    Set<String> opened() {
        return engine.lastSpans().stream()
                .flatMap(span -> Optional.ofNullable(span.getAttributes().get(LOCATION)).stream())
                .filter(location -> location.startsWith(root) && location.endsWith(OBJECTS_END))
                .map(location -> location.substring(root.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
