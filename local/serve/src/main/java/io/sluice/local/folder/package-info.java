/// The folder of `--out`: its name, its lock, and the states that runs and servers keep in it. One process uses it at a
/// time.
@NullMarked
package io.sluice.local.folder;

import org.jspecify.annotations.NullMarked;
