/// Cold starts of the built functions: the jar that is deployed, on AWS's runtime interface client, in a JVM of its
/// own.
@NullMarked
package io.sluice.benchmarks.coldstart;

import org.jspecify.annotations.NullMarked;
