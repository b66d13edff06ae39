/// Error records: what becomes of a record that cannot be delivered under its own keys.
@NullMarked
package io.sluice.reject;

import org.jspecify.annotations.NullMarked;
