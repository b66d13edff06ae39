/// Sluice's own compact byte encoding: variable-length integers, texts that share a start with the one before, and a
/// checksum that is verified before anything is believed.
@NullMarked
package io.sluice.encoding;

import org.jspecify.annotations.NullMarked;
