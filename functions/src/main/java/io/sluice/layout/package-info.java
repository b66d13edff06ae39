/// Prefix expressions: Firehose's grammar for object keys, parsed once, bound to key values at ingest and evaluated at
/// delivery; the names of objects; and how key values become path text.
@NullMarked
package io.sluice.layout;

import org.jspecify.annotations.NullMarked;
