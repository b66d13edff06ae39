/// A stream that is deployed into an account of the user's, loaded, disturbed, judged by readers of its own, and taken
/// down again, within a price that is told before. Sluice's own code has no part in the judgement.
@NullMarked
package io.sluice.local.smoke;

import org.jspecify.annotations.NullMarked;
