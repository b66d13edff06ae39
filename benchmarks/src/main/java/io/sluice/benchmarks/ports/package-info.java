/// Stores on disk, for more objects than fit on the heap, and the count of what ports are asked for. What fits on the
/// heap is in the testkit's ports in memory.
@NullMarked
package io.sluice.benchmarks.ports;

import org.jspecify.annotations.NullMarked;
