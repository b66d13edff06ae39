/// Segments: one batch's records, grouped by partition into chunks and staged as one immutable object, with the
/// directory that says where each chunk is.
@NullMarked
package io.sluice.segment;

import org.jspecify.annotations.NullMarked;
