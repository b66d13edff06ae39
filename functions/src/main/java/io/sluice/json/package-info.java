/// JSON text as bytes: what all who read or write it need to know of white space and strings.
@NullMarked
package io.sluice.json;

import org.jspecify.annotations.NullMarked;
