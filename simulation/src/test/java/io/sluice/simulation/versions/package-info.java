/// The classes of another version of Sluice beside those of this one, and what crosses between them
/// (`docs/internals/simulation.md`, Two versions in one world).
@NullMarked
package io.sluice.simulation.versions;

import org.jspecify.annotations.NullMarked;
