package io.sluice.iceberg;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/// A table's operations on one base, whose commits stay here: what several of Iceberg's updates make of the base
/// becomes one commit of the table. For one thread.
final class StagedOperations implements TableOperations {
    private final TableOperations table;
    private TableMetadata current;

    /// @param base as the table was read
    StagedOperations(TableOperations table, TableMetadata base) {
        this.table = table;
        this.current = base;
    }

    @Override
    public TableMetadata current() {
        return current;
    }

    @Override
    public TableMetadata refresh() {
        return current;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
        if (base != current) {
            throw new CommitFailedException("an update was made of another base than what is staged");
        }
        current = metadata;
    }

    @Override
    public FileIO io() {
        return table.io();
    }

    @Override
    public EncryptionManager encryption() {
        return table.encryption();
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return table.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
        return table.locationProvider();
    }

    @Override
    public long newSnapshotId() {
        return table.newSnapshotId();
    }
}
