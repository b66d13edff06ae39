/// The means of doing a run's work side by side, and for as long as there is time.
@NullMarked
package io.sluice.work;

import org.jspecify.annotations.NullMarked;
