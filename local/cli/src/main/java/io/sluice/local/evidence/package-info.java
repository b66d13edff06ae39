/// Evidence that `verify` is given by Sluice's own code, since nobody else can say it: what a stream's query and its
/// user's code make of a record, and what a run that was cut short has staged. `docs/how-to/verify.md` lists what is
/// shared that way.
@NullMarked
package io.sluice.local.evidence;

import org.jspecify.annotations.NullMarked;
