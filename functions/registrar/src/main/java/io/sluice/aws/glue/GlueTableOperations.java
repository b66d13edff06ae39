package io.sluice.aws.glue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/// The current metadata of one table in Glue. A commit is made on the version of Glue's entry whose metadata was read,
/// by one request: whoever changed that entry since was first. One whose answer was lost is read back. For one thread.
final class GlueTableOperations extends BaseMetastoreTableOperations {
    /// Once more where a read of metadata fails: the store below has attempts of its own.
    private static final int REREADS = 1;

    private final GlueCalls glue;
    private final TableIdentifier name;
    private final FileIO io;
    /// As it was when [#current] was read.
    private Optional<JsonNode> entry = Optional.empty();

    GlueTableOperations(GlueCalls glue, TableIdentifier name, FileIO io) {
        this.glue = glue;
        this.name = name;
        this.io = io;
    }

    @Override
    protected String tableName() {
        return "glue." + name;
    }

    @Override
    public FileIO io() {
        return io;
    }

    @Override
    protected void doRefresh() {
        Optional<JsonNode> found = find();
        if (found.isEmpty() && currentMetadataLocation() != null) {
            throw new NoSuchTableException("table %s is not in Glue any more", name);
        }
        found.ifPresentOrElse(table -> refreshFromMetadataLocation(location(table), REREADS), this::disableRefresh);
        entry = found;
    }

    @Override
    protected void doCommit(@Nullable TableMetadata base, TableMetadata metadata) {
        Optional<JsonNode> before = base == null ? Optional.empty() : entry;
        String location = writeNewMetadataIfRequired(base == null, metadata);
        ObjectNode input = GlueTableInput.of(name.name(), metadata, location,
                Optional.ofNullable(currentMetadataLocation()), before);
        try {
            before.ifPresentOrElse(
                    table -> glue.updateTable(database(), input, table.path("VersionId").asText()),
                    () -> glue.createTable(database(), input));
        } catch (CommitStateUnknownException | CommitFailedException | AlreadyExistsException e) {
            requireMade(location, e);
        }
    }

    /// A conflict is looked at, too: the JDK's connection sends a request again whose connection broke, and the second
    /// is refused for what the first did.
    ///
    /// @throws RuntimeException `cause`, when the table is not what was committed. Where the outcome is unknown, the
    ///     request may be on its way yet, and is refused if another is before it
    private void requireMade(String location, RuntimeException cause) {
        try {
            if (find().map(GlueTableOperations::location).equals(Optional.of(location))) {
                return;
            }
        } catch (RuntimeException e) {
            CommitStateUnknownException unknown = new CommitStateUnknownException(cause);
            unknown.addSuppressed(e);
            throw unknown;
        }
        throw cause;
    }

    /// @throws ValidationException when it is a table, and none of Iceberg's
    private Optional<JsonNode> find() {
        Optional<JsonNode> found = glue.table(database(), name.name());
        found.ifPresent(table -> {
            String type = table.path("Parameters").path(TABLE_TYPE_PROP).asText();
            if (!type.equalsIgnoreCase(ICEBERG_TABLE_TYPE_VALUE) || location(table).isEmpty()) {
                throw new ValidationException(
                        "table %s in Glue is no Iceberg table (table_type is '%s'): name another in"
                                + " Sluice.Iceberg.Table, or drop it",
                        name, type);
            }
        });
        return found;
    }

    private String database() {
        return name.namespace().level(0);
    }

    private static String location(JsonNode table) {
        return table.path("Parameters").path(METADATA_LOCATION_PROP).asText();
    }
}
