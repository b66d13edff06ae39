/// Iceberg tables in the AWS Glue Data Catalog. Owns its calls, and how a table stands there as Athena and others read
/// it.
@NullMarked
package io.sluice.aws.glue;

import org.jspecify.annotations.NullMarked;
