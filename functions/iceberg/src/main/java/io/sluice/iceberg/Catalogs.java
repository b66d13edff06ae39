package io.sluice.iceberg;

import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SessionCatalog.SessionContext;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.RESTSessionCatalog;
import org.apache.iceberg.rest.RESTUtil;

/// The catalogs that a table can be in. Whichever it is, the table's files go through the bucket's own store.
public final class Catalogs {
    private Catalogs() {}

    /// A catalog in a database.
    ///
    /// @param uri    of its driver, as `jdbc:sqlite:catalog.db`
    /// @param bucket where its tables are
    public static Catalog jdbc(String uri, Bucket bucket) {
        JdbcCatalog catalog = new JdbcCatalog(_ -> new StoreFileIO(bucket), null, true);
        // One connection: SQLite has one writer, and a database in memory is one connection's own.
        catalog.initialize("sluice", Map.of(CatalogProperties.URI, uri, CatalogProperties.WAREHOUSE_LOCATION,
                bucket.root(), CatalogProperties.CLIENT_POOL_SIZE, "1"));
        return catalog;
    }

    /// A catalog that speaks Iceberg's REST protocol.
    ///
    /// @param properties as Iceberg names them: `uri`, `warehouse`, `rest.auth.type` and others
    /// @param bucket     where its tables are
    public static Catalog rest(Map<String, String> properties, Bucket bucket) {
        RESTSessionCatalog catalog = new RESTSessionCatalog(
                config -> HTTPClient.builder(config).uri(config.get(CatalogProperties.URI))
                        .withHeaders(RESTUtil.configHeaders(config)).build(),
                (_, _) -> new StoreFileIO(bucket));
        catalog.initialize("sluice", new HashMap<>(properties));
        return catalog.asCatalog(SessionContext.createEmpty());
    }
}
