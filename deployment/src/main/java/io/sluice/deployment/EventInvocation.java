package io.sluice.deployment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The way in which Lambda treats what invokes a function's alias asynchronously.
///
/// @param part        of the function
/// @param retries     empty: Lambda's own
/// @param ageMax      of an event; empty: Lambda's own
/// @param failuresArn what is given up goes there
public record EventInvocation(String part, Optional<Integer> retries, Optional<Duration> ageMax,
        DeployedName failuresArn) {
    /// The most that Lambda gives an asynchronous event.
    private static final Duration AGE_MAX = Duration.ofHours(6);
    private static final int RETRIES_MAX = 2;

    /// That of log groups: Lambda keeps an event for as long as it may and tries it as often as it may.
    public static final EventInvocation LOGS = new EventInvocation("transform", Optional.of(RETRIES_MAX),
            Optional.of(AGE_MAX), DeployedName.SOURCE_FAILURES_ARN);

    /// That of the daily retention.
    public static final EventInvocation RETENTION = new EventInvocation("retention", Optional.empty(),
            Optional.empty(), DeployedName.FLUSHER_FAILURES_ARN);

    /// That of flush runs: the next run is the retry.
    public static EventInvocation flush(StreamDefinition definition) {
        return new EventInvocation("flush", Optional.of(0),
                Optional.of(Duration.ofMinutes(new StreamSchedules(definition).everyMinutes())),
                DeployedName.FLUSHER_FAILURES_ARN);
    }

    /// Those of a stream.
    public static List<EventInvocation> of(StreamDefinition definition, StreamSource source) {
        List<EventInvocation> all = new ArrayList<>();
        if (definition.isBuffered()) {
            all.add(flush(definition));
            all.add(RETENTION);
        }
        if (source.kind() == StreamSource.Kind.CLOUDWATCH_LOGS) {
            all.add(LOGS);
        }
        return all;
    }
}
