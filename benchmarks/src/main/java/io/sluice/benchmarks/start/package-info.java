/// The processor time that a command takes from its start to its end, the launcher included. Beside a JVM that says one
/// line.
@NullMarked
package io.sluice.benchmarks.start;

import org.jspecify.annotations.NullMarked;
