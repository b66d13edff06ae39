/// Recovery: the index table made again of the staging bucket alone. Which manifest was committed last, which staged
/// batches it does not know, and their entries (ADR 0015).
@NullMarked
package io.sluice.recover;

import org.jspecify.annotations.NullMarked;
