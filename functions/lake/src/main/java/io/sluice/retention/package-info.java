/// Retention of delivered objects: a default for the stream, rules for single key values, and the removal of what is
/// older; and the erasure of everything of one key value. Goes through the stream's own folders, never through the
/// bucket.
@NullMarked
package io.sluice.retention;

import org.jspecify.annotations.NullMarked;
