/// What readers of a view see while its days move, and what a repartition has decided: read apart from its own code.
@NullMarked
package io.sluice.testkit.lake;

import org.jspecify.annotations.NullMarked;
