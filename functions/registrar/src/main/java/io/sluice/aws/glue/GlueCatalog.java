package io.sluice.aws.glue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.aws.JsonCalls;
import io.sluice.aws.Pauses;
import io.sluice.objects.StoreException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.BaseMetastoreCatalog;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.io.FileIO;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

/// The AWS Glue Data Catalog: a namespace is a database. It makes databases and tables, and reads and changes tables;
/// what drops, renames or lists is for the people whose catalog it is. Safe for concurrent use.
///
/// Besides what Iceberg's catalogs throw, every method throws [StoreException] where Glue cannot be reached or refuses.
public final class GlueCatalog extends BaseMetastoreCatalog implements SupportsNamespaces {
    private static final String FOR_OTHERS = "the registrar makes tables and commits to them, and no more";

    private final GlueCalls glue;
    private final FileIO io;

    /// @param region    of the catalog
    /// @param catalogId an account's number; empty: the caller's own
    /// @param endpoint  another endpoint than AWS's own
    /// @param io        reads and writes the tables' metadata
    public GlueCatalog(SdkHttpClient http, Region region, Optional<String> catalogId, Optional<URI> endpoint,
            FileIO io) {
        this(http, DefaultCredentialsProvider.builder().build(), region, catalogId, endpoint, io, Pauses::sleep);
    }

    GlueCatalog(SdkHttpClient http, AwsCredentialsProvider credentials, Region region, Optional<String> catalogId,
            Optional<URI> endpoint, FileIO io, Consumer<Duration> pauses) {
        this.glue = new GlueCalls(http, credentials, region, catalogId, endpoint, pauses);
        this.io = io;
    }

    @Override
    public String name() {
        return "glue";
    }

    @Override
    protected TableOperations newTableOps(TableIdentifier name) {
        return new GlueTableOperations(glue, name, io);
    }

    /// A table is in a database, and nothing is within a table.
    @Override
    protected boolean isValidIdentifier(TableIdentifier name) {
        return name.namespace().length() == 1;
    }

    /// @throws UnsupportedOperationException always: whoever makes a table says where
    @Override
    protected String defaultWarehouseLocation(TableIdentifier name) {
        throw new UnsupportedOperationException("table " + name + " has no location");
    }

    /// @throws NoSuchNamespaceException when there is no such database
    @Override
    public Map<String, String> loadNamespaceMetadata(Namespace namespace) {
        if (namespace.length() != 1 || glue.database(namespace.level(0)).isEmpty()) {
            throw new NoSuchNamespaceException("there is no database %s in Glue", namespace);
        }
        return Map.of();
    }

    @Override
    public void createNamespace(Namespace namespace, Map<String, String> metadata) {
        ObjectNode input = JsonCalls.object().put("Name", namespace.level(0)).put("Description", "Tables of Sluice");
        metadata.forEach(input.putObject("Parameters")::put);
        glue.createDatabase(input);
    }

    @Override
    public List<Namespace> listNamespaces(Namespace namespace) {
        throw new UnsupportedOperationException(FOR_OTHERS);
    }

    @Override
    public boolean dropNamespace(Namespace namespace) {
        throw new UnsupportedOperationException(FOR_OTHERS);
    }

    @Override
    public boolean setProperties(Namespace namespace, Map<String, String> properties) {
        throw new UnsupportedOperationException(FOR_OTHERS);
    }

    @Override
    public boolean removeProperties(Namespace namespace, Set<String> properties) {
        throw new UnsupportedOperationException(FOR_OTHERS);
    }

    @Override
    public List<TableIdentifier> listTables(Namespace namespace) {
        throw new UnsupportedOperationException(FOR_OTHERS);
    }

    @Override
    public boolean dropTable(TableIdentifier name, boolean purge) {
        throw new UnsupportedOperationException(FOR_OTHERS);
    }

    @Override
    public void renameTable(TableIdentifier from, TableIdentifier to) {
        throw new UnsupportedOperationException(FOR_OTHERS);
    }
}
