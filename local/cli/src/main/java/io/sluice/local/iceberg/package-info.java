/// Iceberg tables of streams on this machine: of a folder of `--out`, at work or not, and of deployed streams. Nothing
/// of it is loaded for a stream without a table.
@NullMarked
package io.sluice.local.iceberg;

import org.jspecify.annotations.NullMarked;
