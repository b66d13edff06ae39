package io.sluice.iceberg;

import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.Requests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.iceberg.BaseMetastoreCatalog;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;

/// A catalog in memory: the location of each table's metadata, which a commit compares and sets. Each request to it can
/// go wrong.
final class MemoryCatalog extends BaseMetastoreCatalog {
    /// What outlives a process: the tables.
    private final Map<TableIdentifier, String> tables;
    private final FileIO io;
    private final Requests requests;

    MemoryCatalog(Map<TableIdentifier, String> tables, FileIO io, Requests requests) {
        this.tables = tables;
        this.io = io;
        this.requests = requests;
    }

    static Map<TableIdentifier, String> tables() {
        return new ConcurrentHashMap<>();
    }

    @Override
    protected TableOperations newTableOps(TableIdentifier name) {
        return new Operations(name);
    }

    @Override
    protected String defaultWarehouseLocation(TableIdentifier name) {
        return "s3://lake/" + name.name();
    }

    @Override
    public List<TableIdentifier> listTables(Namespace namespace) {
        return List.copyOf(tables.keySet());
    }

    @Override
    public boolean dropTable(TableIdentifier name, boolean purge) {
        return tables.remove(name) != null;
    }

    @Override
    public void renameTable(TableIdentifier from, TableIdentifier to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String name() {
        return "memory";
    }

    private final class Operations extends BaseMetastoreTableOperations {
        private final TableIdentifier name;

        Operations(TableIdentifier name) {
            this.name = name;
        }

        @Override
        protected String tableName() {
            return name.toString();
        }

        @Override
        public FileIO io() {
            return io;
        }

        @Override
        protected void doRefresh() {
            Optional<String> location = requests.read(() -> "read", () -> Optional.ofNullable(tables.get(name)));
            if (location.isPresent()) {
                refreshFromMetadataLocation(location.get());
            } else if (currentMetadataLocation() != null) {
                throw new NoSuchTableException("Table does not exist: %s", name);
            } else {
                disableRefresh();
            }
        }

        @Override
        protected void doCommit(TableMetadata base, TableMetadata metadata) {
            Optional<String> before = Optional.ofNullable(base).map(TableMetadata::metadataFileLocation);
            String after = writeNewMetadata(metadata, currentVersion() + 1);
            boolean set = unknown(() -> requests.write(() -> "commit", () -> before.isEmpty()
                    ? tables.putIfAbsent(name, after) == null
                    : tables.replace(name, before.get(), after)));
            if (!set && before.isEmpty()) {
                throw new AlreadyExistsException("Table already exists: %s", name);
            }
            if (!set) {
                throw new CommitFailedException("%s was changed in between", name);
            }
        }

        private static boolean unknown(Supplier<Boolean> request) {
            try {
                return request.get();
            } catch (StoreException e) {
                throw new CommitStateUnknownException(e);
            }
        }
    }
}
