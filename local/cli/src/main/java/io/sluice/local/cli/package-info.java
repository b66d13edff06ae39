/// The commands of `./sluice`: options in, exit status out. 0 is done, 1 a job that failed, 2 bad usage or
/// configuration.
@NullMarked
package io.sluice.local.cli;

import org.jspecify.annotations.NullMarked;
