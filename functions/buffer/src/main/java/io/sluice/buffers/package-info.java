/// The buffers that a stream of one configuration is made of, and which of them a batch belongs to at every
/// attempt. It knows nothing of what is in a buffer.
@NullMarked
package io.sluice.buffers;

import org.jspecify.annotations.NullMarked;
