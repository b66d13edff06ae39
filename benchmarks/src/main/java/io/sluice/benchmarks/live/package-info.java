/// Both functions at work on the embedded servers, called as Lambda calls them, with their requests counted.
@NullMarked
package io.sluice.benchmarks.live;

import org.jspecify.annotations.NullMarked;
