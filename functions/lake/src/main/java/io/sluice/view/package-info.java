/// One view over a stream's days in two layouts: its text, the versions of what it reads, and the days that are under
/// way from the one to the other. Repartition and compaction move days behind it; it knows neither.
@NullMarked
package io.sluice.view;

import org.jspecify.annotations.NullMarked;
