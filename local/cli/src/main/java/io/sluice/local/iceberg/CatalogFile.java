package io.sluice.local.iceberg;

import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.CatalogFolder;
import io.sluice.local.folder.OutFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/// The catalog of a folder of `--out`: a SQLite database that knows by absolute paths where tables' metadata is.
///
/// @param out whose it is
record CatalogFile(OutFolder out) {
    private static final String SCHEME = "file://";
    private static final String TABLES = "iceberg_tables";

    /// @throws UsageException when a bucket's objects would be in its folder
    static CatalogFile of(OutFolder out, String bucket) {
        if (bucket.equals(CatalogFolder.NAME)) {
            throw new UsageException("The bucket is named " + bucket + ", and so is the folder of the catalog in " + out
                    + ": name another bucket in BucketARN");
        }
        return new CatalogFile(out);
    }

    private Path file() {
        return out.resolve(CatalogFolder.NAME).resolve(CatalogFolder.FILE);
    }

    /// As the user would write it.
    String shown() {
        return out.shown(CatalogFolder.NAME).resolve(CatalogFolder.FILE).toString();
    }

    /// The URI for its driver; its folder is made.
    String uri() {
        try {
            Files.createDirectories(file().getParent());
        } catch (IOException e) {
            throw new UsageException("The catalog " + shown() + " can't be made: " + e);
        }
        return "jdbc:sqlite:" + file();
    }

    /// The URI of a table's metadata; empty when the catalog is not there, or has no such table.
    ///
    /// @throws JobFailedException when it is damaged
    Optional<String> metadata(TableIdentifier table) {
        if (Files.notExists(file())) {
            return Optional.empty();
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            return isMade(connection) ? metadata(connection, table) : Optional.empty();
        } catch (SQLException e) {
            throw new JobFailedException("The catalog " + shown() + " can't be read: " + e.getMessage()
                    + ". Move it away, and ./sluice iceberg register makes it again", e);
        }
    }

    /// One whose maker was killed has no tables yet.
    private static boolean isMade(Connection connection) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, TABLES, null)) {
            return tables.next();
        }
    }

    private static Optional<String> metadata(Connection connection, TableIdentifier table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT metadata_location FROM " + TABLES + " WHERE table_namespace = ? AND table_name = ?")) {
            statement.setString(1, table.namespace().toString());
            statement.setString(2, table.name());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        }
    }

    /// Why a table can't be read where its bucket is now; empty when it can, or is not there.
    ///
    /// @param root of the bucket
    /// @throws UsageException when it is another bucket's
    Optional<String> lost(TableIdentifier table, String root) {
        return metadata(table).flatMap(metadata -> {
            if (!metadata.startsWith(root) && metadata.startsWith(SCHEME + out.path() + "/")) {
                throw new UsageException(
                        "The table " + table + " in " + shown() + " is of another bucket, with metadata "
                                + metadata + ": name another one in Sluice.Iceberg.Table");
            }
            if (!metadata.startsWith(root)) {
                return Optional.of("The folder " + out + " was moved since its table was made, whose metadata is named "
                        + metadata);
            }
            return Files.exists(Path.of(metadata.substring(SCHEME.length())))
                    ? Optional.empty()
                    : Optional.of("The metadata of table " + table + " is gone: " + metadata);
        });
    }
}
