package io.sluice.iceberg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/// A catalog whose tables make a mistake that others made.
abstract class PlantedCatalog implements Catalog {
    private static final String PREFIX = "sluice.landed";

    private final Catalog catalog;

    private PlantedCatalog(Catalog catalog) {
        this.catalog = catalog;
    }

    abstract TableOperations plant(TableOperations operations);

    /// A commit that failed is made again of the table as it is then, whatever the table says by then (Flink #14517).
    static Catalog retryingWithoutALook(Catalog catalog) {
        return new PlantedCatalog(catalog) {
            @Override
            TableOperations plant(TableOperations operations) {
                return new Passing(operations) {
                    @Override
                    public void commit(TableMetadata base, TableMetadata metadata) {
                        try {
                            super.commit(base, metadata);
                        } catch (CommitFailedException | CommitStateUnknownException e) {
                            again(metadata, e);
                        }
                    }

                    private void again(TableMetadata metadata, RuntimeException failure) {
                        List<DataFile> added = new ArrayList<>();
                        StagedOperations own = new StagedOperations(this, metadata);
                        SnapshotChanges.builderFor(new BaseTable(own, "own", _ -> {})).build().addedDataFiles()
                                .forEach(added::add);
                        if (added.isEmpty()) {
                            throw failure;
                        }
                        TableMetadata current = refresh();
                        StagedOperations staged = new StagedOperations(this, current);
                        AppendFiles append = new BaseTable(staged, "again", _ -> {}).newAppend();
                        added.forEach(append::appendFile);
                        append.commit();
                        super.commit(current, TableMetadata.buildFrom(staged.current())
                                .setProperties(metadata.properties()).build());
                    }
                };
            }
        };
    }

    /// Marks are in the summaries of snapshots alone, and where none is left, nothing is known (Flink #5846).
    static Catalog marksInSnapshotsAlone(Catalog catalog) {
        return new PlantedCatalog(catalog) {
            @Override
            TableOperations plant(TableOperations operations) {
                return new Passing(operations) {
                    private Optional<TableMetadata> real = Optional.empty();
                    private Optional<TableMetadata> seen = Optional.empty();

                    @Override
                    public TableMetadata current() {
                        return seen(super.current());
                    }

                    @Override
                    public TableMetadata refresh() {
                        return seen(super.refresh());
                    }

                    @Override
                    public void commit(TableMetadata base, TableMetadata metadata) {
                        super.commit(seen.filter(each -> each == base).flatMap(_ -> real).orElse(base), metadata);
                    }

                    private TableMetadata seen(TableMetadata table) {
                        if (real.filter(each -> each == table).isEmpty()) {
                            real = Optional.of(table);
                            seen = Optional.of(bySnapshots(table));
                        }
                        return seen.orElseThrow();
                    }
                };
            }
        };
    }

    private static TableMetadata bySnapshots(TableMetadata table) {
        if (table.currentSnapshot() == null) {
            return table;
        }
        Map<String, Long> told = new HashMap<>();
        Stream.iterate(Optional.of(table.currentSnapshot()), Optional::isPresent,
                each -> each.map(Snapshot::parentId).map(table::snapshot)).flatMap(Optional::stream)
                .forEach(snapshot -> snapshot.summary().forEach((name, value) -> {
                    if (name.startsWith(PREFIX + ".")) {
                        told.putIfAbsent(name.substring(PREFIX.length() + 1), Long.valueOf(value));
                    }
                }));
        told.putIfAbsent("quakes", 0L);
        TableMetadata without = TableMetadata.buildFrom(table).removeProperties(table.properties().keySet().stream()
                .filter(name -> name.startsWith(PREFIX)).collect(Collectors.toSet())).build();
        return TableMetadata.buildFrom(without).setProperties(Marks.properties(without, told)).build();
    }

    @Override
    public Table loadTable(TableIdentifier name) {
        return planted(catalog.loadTable(name));
    }

    private Table planted(Table table) {
        return new BaseTable(plant(((HasTableOperations) table).operations()), table.name());
    }

    @Override
    public TableBuilder buildTable(TableIdentifier name, Schema schema) {
        return catalog.buildTable(name, schema);
    }

    @Override
    public List<TableIdentifier> listTables(Namespace namespace) {
        return catalog.listTables(namespace);
    }

    @Override
    public boolean dropTable(TableIdentifier name, boolean purge) {
        return catalog.dropTable(name, purge);
    }

    @Override
    public void renameTable(TableIdentifier from, TableIdentifier to) {
        catalog.renameTable(from, to);
    }

    private static class Passing implements TableOperations {
        private final TableOperations to;

        Passing(TableOperations to) {
            this.to = to;
        }

        @Override
        public TableMetadata current() {
            return to.current();
        }

        @Override
        public TableMetadata refresh() {
            return to.refresh();
        }

        @Override
        public void commit(TableMetadata base, TableMetadata metadata) {
            to.commit(base, metadata);
        }

        @Override
        public FileIO io() {
            return to.io();
        }

        @Override
        public EncryptionManager encryption() {
            return to.encryption();
        }

        @Override
        public String metadataFileLocation(String fileName) {
            return to.metadataFileLocation(fileName);
        }

        @Override
        public LocationProvider locationProvider() {
            return to.locationProvider();
        }

        @Override
        public TableOperations temp(TableMetadata uncommitted) {
            return to.temp(uncommitted);
        }

        @Override
        public long newSnapshotId() {
            return to.newSnapshotId();
        }
    }
}
