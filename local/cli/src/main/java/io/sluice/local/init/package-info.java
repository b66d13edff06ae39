/// Proposes a stream's configuration for a sample of records, and says why it proposes that.
@NullMarked
package io.sluice.local.init;

import org.jspecify.annotations.NullMarked;
