/// A deterministic simulation of the buffer protocol: the real ingest, flush and sweep code as actors over one
/// simulated world, with a virtual clock, faults at every request and one seed (`docs/internals/simulation.md`).
@NullMarked
package io.sluice.simulation;

import org.jspecify.annotations.NullMarked;
