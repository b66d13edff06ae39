/// The functions, and what starts them by the clock: the flusher and its ticks, retention, compaction and repartition
/// with their state machines and schedules. Each is a construct with a props record.
@NullMarked
package io.sluice.infra.job;

import org.jspecify.annotations.NullMarked;
