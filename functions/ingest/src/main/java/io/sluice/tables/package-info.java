/// Tables over a stream's objects, for Athena and whatever else reads the AWS Glue Data Catalog: columns out of a
/// sample, partition projection, and their texts as DDL and as Glue's JSON. Pure; no part of a record's way.
@NullMarked
package io.sluice.tables;

import org.jspecify.annotations.NullMarked;
