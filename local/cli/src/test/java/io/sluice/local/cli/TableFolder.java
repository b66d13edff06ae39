package io.sluice.local.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.Catalogs;
import io.sluice.local.server.ReadOnlyFolders;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;

/// A folder of `--out` with an Iceberg table of the sample, read as an engine plans a scan: by the catalog and
/// Iceberg's files.
///
/// @param name of the table, behind the namespace `sluice`
record TableFolder(Path out, String name) {
    static final Path QUAKES = Path.of("..", "..", "events", "quakes");

    /// The configuration of the sample as Parquet, with a table in the folder's own catalog.
    static ObjectNode configuration() throws IOException {
        ObjectNode configuration = (ObjectNode) new ObjectMapper()
                .readTree(QUAKES.resolve("parquet.json").toFile());
        configuration.withObject("/Sluice").putObject("Iceberg").putObject("Catalog").put("Type", "jdbc");
        return configuration;
    }

    Path bucket() {
        return out.resolve("quakes");
    }

    /// Files of the table, by their keys in the bucket, as often as it names them.
    List<String> files() throws IOException {
        return read(table -> {
            List<String> files = new ArrayList<>();
            try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
                for (FileScanTask task : tasks) {
                    String path = task.file().location();
                    files.add(path.substring(("file://" + bucket() + "/").length()));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return files.stream().sorted().toList();
        });
    }

    /// Rows, as the entries of the files count them.
    long rows() throws IOException {
        return read(table -> {
            try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
                return StreamSupport.stream(tasks.spliterator(), false).mapToLong(task -> task.file().recordCount())
                        .sum();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    <T> T read(Function<Table, T> reading) throws IOException {
        Bucket bucket = new Bucket("file://" + bucket() + "/", new ReadOnlyFolders(List.of(bucket())));
        Catalog catalog = Catalogs.jdbc("jdbc:sqlite:" + out.resolve("iceberg/catalog.db"), bucket);
        try (var _ = (Closeable) catalog) {
            return reading.apply(catalog.loadTable(TableIdentifier.of("sluice", name)));
        }
    }

    /// Parquet objects in the bucket, by key.
    List<String> objects() throws IOException {
        try (Stream<Path> files = Files.walk(bucket())) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .map(file -> bucket().relativize(file).toString()).sorted().toList();
        }
    }
}
