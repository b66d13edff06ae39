package io.sluice.reject;

import java.util.Optional;

/// The table of the AWS Glue Data Catalog that a stream's `SchemaConfiguration` names.
///
/// @param versionId Firehose's default is `LATEST`
public record CatalogTable(Optional<String> catalogId, Optional<String> databaseName, Optional<String> tableName,
        Optional<String> region, Optional<String> versionId) {}
