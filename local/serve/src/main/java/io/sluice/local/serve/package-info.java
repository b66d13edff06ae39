/// `sluice serve`: the Firehose API on this machine, with Sluice behind it.
@NullMarked
package io.sluice.local.serve;

import org.jspecify.annotations.NullMarked;
