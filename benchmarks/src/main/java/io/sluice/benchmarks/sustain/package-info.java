/// The ceiling of one stream: the real transform and flusher code on stores with stated latencies and bandwidth, in
/// virtual time. What is real and what is modelled: `docs/decisions/0047-the-ceiling-of-one-stream.md`.
@NullMarked
package io.sluice.benchmarks.sustain;

import org.jspecify.annotations.NullMarked;
