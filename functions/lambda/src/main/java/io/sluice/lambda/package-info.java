/// Lambda handlers: decode, one call on the stream, encode; and its ports on AWS.
@NullMarked
package io.sluice.lambda;

import org.jspecify.annotations.NullMarked;
