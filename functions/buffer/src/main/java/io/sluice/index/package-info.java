/// The partition buffer index port: one entry per batch in write-sharded keys, and the one state item per stream.
@NullMarked
package io.sluice.index;

import org.jspecify.annotations.NullMarked;
