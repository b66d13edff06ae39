package io.sluice.iceberg;

import io.sluice.columns.FieldIds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;

/// A stream's table in a catalog: made when it is not there, brought to the configuration's columns, and refused where
/// it is another's. Whatever is done by halves is done by the next opening.
///
/// Catalogs number columns themselves when they make a table, and Sluice's objects have their ids already: so it is
/// made without columns, and gets them by a commit.
public record RegisteredTable(Catalog catalog, TableIdentifier name, TableDefinition definition) {
    private static final String OWNER = "sluice.owner";
    private static final int ATTEMPTS = 5;
    /// Files of metadata before the current one that stay for readers on their way.
    private static final int METADATA_FILES = 20;

    /// The table's operations, after it is as the configuration has it: one request where nothing is to be done.
    ///
    /// @throws UnusableTableException when it is another's, or cannot have these columns
    TableOperations open() {
        Table table = load().orElseGet(this::create);
        TableOperations operations = ((HasTableOperations) table).operations();
        requireOwn(operations.current());
        for (int attempt = 1; !settled(operations); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new UnusableTableException("table " + name + " did not take the columns of " + definition.owner()
                        + " as they are numbered; its catalog gives other ids, which files do not have");
            }
        }
        return operations;
    }

    /// The table as it is, which is not changed.
    ///
    /// @param metadata of it
    /// @param changes  to its columns that [#open] makes, in words
    record Found(TableMetadata metadata, List<String> changes) {
        Found {
            changes = List.copyOf(changes);
        }
    }

    /// The table as it is; empty where it is not there. Nothing is written.
    ///
    /// @throws UnusableTableException as [#open]
    Optional<Found> find() {
        return load().map(table -> {
            TableMetadata metadata = ((HasTableOperations) table).operations().current();
            requireOwn(metadata);
            return new Found(metadata, switch (evolution(metadata)) {
                case Evolution.Unchanged() -> List.of();
                case Evolution.Allowed(var _, var changes) -> changes;
                case Evolution.Refused refused -> throw unusable(refused);
            });
        });
    }

    private Evolution evolution(TableMetadata table) {
        return Evolution.of(table.schema(), table.spec(), definition);
    }

    private UnusableTableException unusable(Evolution.Refused refused) {
        return new UnusableTableException(
                "table " + name + " of " + definition.owner() + ": " + String.join("; ", refused.reasons()));
    }

    /// @throws UnusableTableException when it is not this stream's
    void requireOwn(TableMetadata table) {
        Optional<String> owner = Optional.ofNullable(table.properties().get(OWNER));
        if (!owner.equals(Optional.of(definition.owner()))) {
            throw new UnusableTableException("table " + name + " "
                    + owner.map(other -> "is of the stream " + other).orElse("has no property " + OWNER) + ", and "
                    + definition.owner() + " would write to it; name another table, or set its property " + OWNER
                    + " to " + definition.owner());
        }
    }

    private Optional<Table> load() {
        try {
            return Optional.of(catalog.loadTable(name));
        } catch (NoSuchTableException _) {
            return Optional.empty();
        }
    }

    private Table create() {
        Namespace namespace = name.namespace();
        try {
            if (catalog instanceof SupportsNamespaces spaces && !spaces.namespaceExists(namespace)) {
                spaces.createNamespace(namespace);
            }
        } catch (AlreadyExistsException _) {
            // Another made it in between.
        }
        try {
            // A folder of its own: the sweep takes all that its own table does not reach.
            return catalog.buildTable(name, new Schema()).withLocation(definition.location() + "/" + name)
                    .withProperties(firstProperties()).create();
        } catch (AlreadyExistsException _) {
            return catalog.loadTable(name);
        }
    }

    private Map<String, String> firstProperties() {
        Map<String, String> properties = new HashMap<>(kept());
        properties.put(OWNER, definition.owner());
        properties.put(TableProperties.FORMAT_VERSION, "2");
        properties.put(TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, String.valueOf(METADATA_FILES));
        properties.put(TableProperties.MANIFEST_MERGE_ENABLED, "true");
        return properties;
    }

    /// What must not change: others' garbage collection would delete what Hive tables read, and clients look for data
    /// where these say.
    private Map<String, String> kept() {
        return Map.of(TableProperties.GC_ENABLED, "false", TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true",
                TableProperties.WRITE_DATA_LOCATION, definition.data());
    }

    /// @return false when something had to be done, and is to be looked at again
    private boolean settled(TableOperations operations) {
        TableMetadata base = operations.current();
        TableMetadata.Builder builder = TableMetadata.buildFrom(base);
        Map<String, String> properties = new HashMap<>(kept());
        switch (evolution(base)) {
            case Evolution.Unchanged() -> properties.put(TableProperties.DEFAULT_NAME_MAPPING, mapping(base.schema()));
            case Evolution.Allowed allowed -> {
                Schema schema = allowed.schema();
                // Others' columns begin behind the last partition column's id, with or without partition columns.
                int last = FieldIds.ofPartitionColumn(definition.partitionColumns().size()) - 1;
                builder.setCurrentSchema(schema,
                        Math.max(last, Math.max(base.lastColumnId(), schema.highestFieldId())));
                builder.setDefaultPartitionSpec(definition.spec(schema));
                properties.put(TableProperties.DEFAULT_NAME_MAPPING, mapping(schema));
            }
            case Evolution.Refused refused -> throw unusable(refused);
        }
        properties.entrySet().removeIf(each -> each.getValue().equals(base.properties().get(each.getKey())));
        TableMetadata changed = builder.setProperties(properties).build();
        if (changed == base) {
            return true;
        }
        try {
            operations.commit(base, changed);
        } catch (CommitFailedException _) {
            // Another was first: what it left is looked at.
        }
        operations.refresh();
        return false;
    }

    private static String mapping(Schema schema) {
        return NameMappingParser.toJson(MappingUtil.create(schema));
    }
}
