/// Who tells by events what landed, and which hours and dates are complete, and who is told: worlds of their own, in
/// which landings are put by the world itself.
@NullMarked
package io.sluice.simulation.events;

import org.jspecify.annotations.NullMarked;
