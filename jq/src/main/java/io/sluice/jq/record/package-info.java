/// Queries that look at a few paths of a record: compiled to run on the values there, read in one pass over its bytes.
@NullMarked
package io.sluice.jq.record;

import org.jspecify.annotations.NullMarked;
