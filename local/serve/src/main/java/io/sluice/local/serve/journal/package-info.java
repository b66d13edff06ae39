/// The journal of one stream: records that were acknowledged and are not staged yet, on disk before they are
/// acknowledged, each under a sequence number that stays theirs through restarts. Knows nothing of streams, HTTP or
/// what records hold.
@NullMarked
package io.sluice.local.serve.journal;

import org.jspecify.annotations.NullMarked;
