/// The other end of standard output and standard error: a file or pipe, or a terminal, how wide it is and what it can
/// do; and texts that fit into it.
@NullMarked
package io.sluice.local.terminal;

import org.jspecify.annotations.NullMarked;
