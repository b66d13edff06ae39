/// Rehearses `docs/how-to/operations.md`: its commands, as they stand there, are carried out by a shell over stand-ins
/// of the programs that they call, against the real functions on the embedded servers. What they leave is judged by
/// readers of its own.
@NullMarked
package io.sluice.infra.runbook;

import org.jspecify.annotations.NullMarked;
