/// What Sluice delivers, read by a query engine: Trino in this process, which Athena is built on, over the embedded S3
/// server. Runs in the Maven profile `engine` only (`docs/internals/engine-tests.md`).
@NullMarked
package io.sluice.engine;

import org.jspecify.annotations.NullMarked;
