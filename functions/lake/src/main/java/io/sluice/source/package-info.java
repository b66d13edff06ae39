/// Objects that are there already and are read as records: their store, their listing day by day, their content in any
/// format, and what is written in their place. What they are read for is the matter of repartition and erasure.
@NullMarked
package io.sluice.source;

import org.jspecify.annotations.NullMarked;
