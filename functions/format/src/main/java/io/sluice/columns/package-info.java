/// Columns of tables: their names, as Athena takes them, and their types, as Hive writes them. Knows no other package.
@NullMarked
package io.sluice.columns;

import org.jspecify.annotations.NullMarked;
