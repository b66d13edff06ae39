package io.sluice.config;

import java.time.Duration;
import java.util.Optional;

/// The settings of the Iceberg table that a stream's Parquet objects are.
///
/// @param catalog     `Catalog`: where the table is kept
/// @param namespace   the part of `Table` before its dot; by default `sluice`
/// @param table       the part behind it; by default the stream's name in lower case, with `_` for what is no letter or
///        digit
/// @param commitEvery `CommitIntervalInSeconds`, 60 to 86,400, default 60: time between commits of the table
/// @param location    `Location`: the folder of the table's metadata in the bucket of its data, without a slash at the
///        end; by default `iceberg/` and the stream's name
public record IcebergSection(Catalog catalog, String namespace, String table, Duration commitEvery, String location) {
    /// A catalog that knows which metadata is a table's current one.
    public sealed interface Catalog {}

    /// A database in a file beside the output: on a laptop alone.
    public record Jdbc() implements Catalog {}

    /// A service that speaks Iceberg's REST protocol.
    ///
    /// @param uri       `URI`, as `https://catalog.example.com/iceberg`
    /// @param warehouse `Warehouse`, where the service has several
    /// @param secretArn `SecretARN`: of a secret in Secrets Manager, whose text is a token, or a client's id, a colon
    ///        and the client's secret; empty: the service asks for none
    public record Rest(String uri, Optional<String> warehouse, Optional<String> secretArn) implements Catalog {}

    /// The AWS Glue Data Catalog; the namespace is its database.
    ///
    /// @param catalogId `CatalogId`: the account's number; empty: the function's own
    public record Glue(Optional<String> catalogId) implements Catalog {}
}
