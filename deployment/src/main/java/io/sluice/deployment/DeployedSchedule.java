package io.sluice.deployment;

import java.time.Duration;
import java.util.Optional;

/// A schedule of EventBridge Scheduler.
///
/// @param name        by which operators know it
/// @param description what its runs do
/// @param expression  when, in UTC
/// @param target      what is started, as an ARN with [DeployedName]s
/// @param input       what it is started with, with [DeployedName]s
/// @param ageMax      for how long an invocation may be late, which is then tried once; empty: Scheduler's own retries
/// @param role        who starts it
/// @param reports     whether what cannot be started goes to the queue of what was given up
public record DeployedSchedule(String name, String description, String expression, String target, String input,
        Optional<Duration> ageMax, String role, Reports reports) {
    /// The destination of what cannot be started.
    public enum Reports {
        /// The queue of what was given up.
        TO_QUEUE,
        /// Nowhere: nothing is lost by it.
        NOWHERE
    }
}
