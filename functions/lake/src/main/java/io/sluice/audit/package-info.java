/// Counts what stored objects hold, before anything of them is removed: with readers of its own, which share nothing
/// with the code that moved or rewrote the records. It depends on no other package; `ArchitectureTest` enforces that.
@NullMarked
package io.sluice.audit;

import org.jspecify.annotations.NullMarked;
