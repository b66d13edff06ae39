package io.sluice.local.iceberg;

import io.sluice.config.IcebergSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.Catalogs;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.registrar.DeployedCatalog;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The catalog that a stream's configuration names, as this machine reaches it.
///
/// @param file     of a catalog of Type `jdbc`
/// @param deployed that of a deployed stream
record StreamCatalog(IcebergSection section, Optional<CatalogFile> file, Optional<DeployedCatalog> deployed) {
    /// The environment variable of a token, or of a client's id, a colon and its secret.
    static final String CREDENTIAL = "SLUICE_ICEBERG_CREDENTIAL";
    /// A catalog that does not answer holds nobody up.
    private static final Map<String, String> TIMES = Map.of("rest.client.connection-timeout-ms", "5000",
            "rest.client.socket-timeout-ms", "30000");

    /// @throws UsageException when it can't name objects of a folder
    static StreamCatalog inFolder(IcebergSection section, OutFolder out, StreamConfiguration stream) {
        return new StreamCatalog(section, switch (section.catalog()) {
            case IcebergSection.Jdbc() -> Optional.of(CatalogFile.of(out, stream.bucket()));
            case IcebergSection.Rest _ -> Optional.empty();
            case IcebergSection.Glue _ -> throw new UsageException("The table of " + stream.stream()
                    + " is in AWS Glue, which can't name objects of this machine: set Type in Sluice.Iceberg.Catalog"
                    + " to jdbc or rest for a folder");
        }, Optional.empty());
    }

    /// @throws UsageException when it is a file
    static StreamCatalog deployed(IcebergSection section, StreamConfiguration stream) {
        if (section.catalog() instanceof IcebergSection.Jdbc) {
            throw new UsageException("The catalog of " + stream.stream() + " has Type jdbc, which is a file of this"
                    + " machine: a deployed stream's has Type rest or glue");
        }
        return new StreamCatalog(section, Optional.empty(), Optional.of(
                new DeployedCatalog(section.catalog(), System.getenv(), UrlConnectionHttpClient.create())));
    }

    TableIdentifier table() {
        return TableIdentifier.of(section.namespace(), section.table());
    }

    /// Tests whether it is a folder's own.
    boolean isFolders() {
        return file.isPresent();
    }

    /// Tests whether it has a table, as far as that can be told without asking a service.
    boolean has(TableIdentifier table) {
        return file.map(each -> each.metadata(table).isPresent()).orElse(true);
    }

    /// Why its table can't be read where the bucket is now; empty when it can, or is not there.
    Optional<String> lost(String root) {
        return file.flatMap(each -> each.lost(table(), root));
    }

    /// As the user named it.
    String shown() {
        return switch (section.catalog()) {
            case IcebergSection.Jdbc() -> file.map(CatalogFile::shown).orElse("");
            case IcebergSection.Rest rest -> rest.uri();
            case IcebergSection.Glue _ -> "AWS Glue";
        };
    }

    /// Opens it. One that is a service is asked for its configuration.
    Catalog open(Bucket bucket) {
        return deployed.map(each -> each.open(bucket)).orElseGet(() -> switch (section.catalog()) {
            case IcebergSection.Jdbc() -> Catalogs.jdbc(file.orElseThrow().uri(), bucket);
            case IcebergSection.Rest rest -> Catalogs.rest(properties(rest, System.getenv()), bucket);
            case IcebergSection.Glue _ -> throw new IllegalStateException("refused before");
        });
    }

    private static Map<String, String> properties(IcebergSection.Rest rest, Map<String, String> environment) {
        Map<String, String> properties = new HashMap<>(TIMES);
        properties.put("uri", rest.uri());
        rest.warehouse().ifPresent(warehouse -> properties.put("warehouse", warehouse));
        String credential = environment.getOrDefault(CREDENTIAL, "");
        if (rest.secretArn().isPresent() && credential.isEmpty()) {
            throw new UsageException("The catalog " + rest.uri() + " asks for a secret, which is read from the"
                    + " environment variable " + CREDENTIAL + " here: set it to a token, or to a client's id, a colon"
                    + " and the client's secret");
        }
        if (!credential.isEmpty()) {
            properties.put(credential.contains(":") ? "credential" : "token", credential);
        }
        return properties;
    }
}
