/// The one vocabulary of paths. A prefix, in Firehose's grammar, is parsed once, bound to key values at ingest and
/// evaluated at delivery; it is cut at its slashes into levels, by which an object's key is read back, and which tell a
/// table's columns.
@NullMarked
package io.sluice.layout;

import org.jspecify.annotations.NullMarked;
