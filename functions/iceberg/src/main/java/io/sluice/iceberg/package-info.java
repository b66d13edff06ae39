/// The registrar: the Parquet objects that landed are the data files of an Iceberg table, each once. It reads the
/// chains of landings, makes one commit of what is new in them, and keeps the table's own files bounded.
@NullMarked
package io.sluice.iceberg;

import org.jspecify.annotations.NullMarked;
