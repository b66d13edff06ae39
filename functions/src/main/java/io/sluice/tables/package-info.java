/// Tables over a stream's objects, for Athena and whatever else reads the AWS Glue Data Catalog: column types, partition
/// projection out of a prefix, and their texts as DDL and as Glue's JSON. Pure; no part of a record's way.
@NullMarked
package io.sluice.tables;

import org.jspecify.annotations.NullMarked;
