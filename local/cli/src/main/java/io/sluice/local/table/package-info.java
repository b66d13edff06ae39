/// A stream's tables on the command line: columns out of a sample, and how tables are printed.
@NullMarked
package io.sluice.local.table;

import org.jspecify.annotations.NullMarked;
