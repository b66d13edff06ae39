/// The growth of time, requests and memory with the number of partitions and with a backlog: both functions' work on
/// ports on this machine's disk and heap, in a process of its own with a bounded heap.
@NullMarked
package io.sluice.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
