/// Lambda handlers and their wiring: decode, one domain call, encode.
@NullMarked
package io.sluice.lambda;

import org.jspecify.annotations.NullMarked;
