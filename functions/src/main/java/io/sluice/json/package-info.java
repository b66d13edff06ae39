/// JSON text as bytes: what all who read or write it need to know of strings, eight bytes at a time.
@NullMarked
package io.sluice.json;

import org.jspecify.annotations.NullMarked;
