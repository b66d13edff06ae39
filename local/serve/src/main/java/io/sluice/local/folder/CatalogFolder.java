package io.sluice.local.folder;

/// The folder of the catalog of Iceberg tables in a folder of `--out`, as far as others have to know of it.
public final class CatalogFolder {
    /// Under the folder of the objects, beside those of the buckets: users name it to query engines.
    public static final String NAME = "iceberg";
    /// The file in it.
    public static final String FILE = "catalog.db";

    private CatalogFolder() {}
}
