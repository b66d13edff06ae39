/// Compression formats of delivered objects: how chunks are compressed and joined into one object.
@NullMarked
package io.sluice.codec;

import org.jspecify.annotations.NullMarked;
