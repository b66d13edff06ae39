/// What of the functions' own package runs on Lambda without an event.
@NullMarked
package io.sluice.lambda;

import org.jspecify.annotations.NullMarked;
