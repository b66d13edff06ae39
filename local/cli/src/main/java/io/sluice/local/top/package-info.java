/// The figures of a server as a table: reads its metrics and lays them out for a terminal. Knows the server by what it
/// answers alone.
@NullMarked
package io.sluice.local.top;

import org.jspecify.annotations.NullMarked;
