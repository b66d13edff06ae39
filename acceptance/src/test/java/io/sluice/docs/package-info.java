/// The documentation's commands, run as they stand there. What a page shows is what happens.
@NullMarked
package io.sluice.docs;

import org.jspecify.annotations.NullMarked;
