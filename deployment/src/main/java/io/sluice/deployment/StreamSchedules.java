package io.sluice.deployment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.config.IcebergSection;
import io.sluice.deployment.DeployedSchedule.Reports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The schedules that start a stream's functions, and the roles that start them.
public record StreamSchedules(StreamDefinition definition) {
    /// After the end of a day in UTC, at night in Europe.
    private static final String RETENTION = "cron(30 2 * * ? *)";
    /// After the retention's run, whose removals it then need not join.
    private static final String COMPACTION = "cron(30 4 * * ? *)";
    /// After what retention and compaction replace and remove.
    private static final String ICEBERG_SWEEP = "cron(30 6 * * ? *)";
    private static final int MINUTE = 60;
    /// Entries of one `SendMessageBatch` (Amazon SQS API reference).
    public static final int MESSAGES_MAX = 10;
    /// A run that is late by more is the next one's.
    private static final Optional<Duration> ONCE = Optional.of(Duration.ofSeconds(MINUTE));
    /// Firehose's event, without a record.
    private static final String NO_RECORDS = "{\"invocationId\":\"keep-warm\",\"deliveryStreamArn\":\"keep-warm\","
            + "\"region\":\"any\",\"records\":[]}";
    private static final List<String> INVOKE = List.of("lambda:InvokeFunction");

    /// A role that schedules take on.
    ///
    /// @param name   what it is called after the stream
    /// @param rights apart from those on a key
    public record Role(String name, String description, List<Right> rights) {}

    /// The scheduler counts whole minutes; a run more often than configured is harmless, one less often is late.
    public int everyMinutes() {
        return Math.max(1, Math.toIntExact(definition.configuration().sluice().flushEvery().toMinutes()));
    }

    /// The flusher's runs. The next run is the retry of a failed one: it carries on from the committed manifest, so
    /// neither the scheduler nor Lambda retries.
    public DeployedSchedule flush() {
        int interval = everyMinutes();
        return new DeployedSchedule("FlushSchedule", "Flush runs",
                "rate(%d minute%s)".formatted(interval, interval == 1 ? "" : "s"), DeployedName.FLUSH_ARN.toString(),
                "{}", ONCE, flushRole().name(), Reports.TO_QUEUE);
    }

    public DeployedSchedule sweep() {
        return new DeployedSchedule("SweepSchedule", "Removes staged objects that nothing refers to", "rate(1 hour)",
                DeployedName.FLUSH_ARN.toString(), "{\"sweep\":\"when due\"}", ONCE, flushRole().name(),
                Reports.TO_QUEUE);
    }

    public Role flushRole() {
        return starting("flush-schedule", "Starts the flusher and reports what it cannot start", INVOKE,
                DeployedName.FLUSH_ARN);
    }

    public DeployedSchedule retention() {
        return daily("RetentionSchedule", "Removes objects that are older than their retention", RETENTION,
                DeployedName.RETENTION_ARN, "{\"run\":true}", retentionRole());
    }

    public Role retentionRole() {
        return starting("retention-schedule", "Starts the daily retention run and reports when it cannot", INVOKE,
                DeployedName.RETENTION_ARN);
    }

    public DeployedSchedule compaction() {
        return daily("CompactionSchedule", "Joins the objects of days that are over", COMPACTION,
                DeployedName.COMPACTION_MACHINE_ARN, "{}", compactionRole());
    }

    public Role compactionRole() {
        return starting("compaction-schedule", "Starts the daily compaction and reports when it cannot",
                List.of("states:StartExecution"), DeployedName.COMPACTION_MACHINE_ARN);
    }

    /// The runs that tell what landed, whatever the flusher does: the next one goes on where one failed.
    public DeployedSchedule events() {
        return new DeployedSchedule("EventsSchedule", "Tells what landed", "rate(1 minute)",
                DeployedName.EVENTS_ARN.toString(), "{}", ONCE, eventsRole().name(), Reports.NOWHERE);
    }

    public Role eventsRole() {
        return new Role("events-schedule", "Starts the function that tells what landed",
                List.of(Right.of(INVOKE, DeployedName.EVENTS_ARN)));
    }

    /// The runs that register what landed in the Iceberg table: the next one goes on where one failed.
    public List<DeployedSchedule> iceberg(IcebergSection table) {
        int minutes = Math.toIntExact(table.commitEvery().toMinutes());
        return List.of(
                new DeployedSchedule("IcebergSchedule", "Registers what landed in the Iceberg table",
                        "rate(%d minute%s)".formatted(minutes, minutes == 1 ? "" : "s"),
                        DeployedName.ICEBERG_ARN.toString(), "{}", ONCE, icebergRole().name(), Reports.NOWHERE),
                new DeployedSchedule("IcebergSweepSchedule", "Removes metadata that nothing of the Iceberg table names",
                        ICEBERG_SWEEP, DeployedName.ICEBERG_ARN.toString(), "{\"sweep\":true}", Optional.empty(),
                        icebergRole().name(), Reports.NOWHERE));
    }

    public Role icebergRole() {
        return new Role("iceberg-schedule", "Starts the function of the Iceberg table",
                List.of(Right.of(INVOKE, DeployedName.ICEBERG_ARN)));
    }

    /// A weekly call of a function that Firehose calls, with a batch of no records. Lambda takes away the snapshot of a
    /// version that nobody called for two weeks, and refuses calls until it has made another: minutes, in which
    /// Firehose may be done with its retries. Every other source goes on trying for hours or days.
    public DeployedSchedule keepWarm() {
        return new DeployedSchedule("KeepWarmSchedule", "Keeps the transform function's snapshot", "rate(7 days)",
                DeployedName.TRANSFORM_ARN.toString(), NO_RECORDS, Optional.empty(), keepWarmRole().name(),
                Reports.NOWHERE);
    }

    public Role keepWarmRole() {
        return new Role("warm-schedule", "Calls the transform function once a week, so that its snapshot stays",
                List.of(Right.of(INVOKE, DeployedName.TRANSFORM_ARN)));
    }

    /// The schedules that put a message for each tick of a minute into the queue of ticks, each delayed until then: one
    /// request of the scheduler's own for up to ten (EventBridge Scheduler user guide, "Using universal targets").
    public List<DeployedSchedule> ticks() {
        int every = Math.toIntExact(definition.configuration().sluice().flushEvery().toSeconds());
        List<Integer> ticks = IntStream.iterate(0, second -> second < MINUTE, second -> second + every).boxed()
                .toList();
        List<DeployedSchedule> schedules = new ArrayList<>();
        for (int from = 0; from < ticks.size(); from += MESSAGES_MAX) {
            schedules.add(new DeployedSchedule("TicksSchedule" + (from == 0 ? "" : from / MESSAGES_MAX + 1),
                    "Flush runs in the course of each minute", "rate(1 minute)",
                    "arn:" + DeployedName.PARTITION + ":scheduler:::aws-sdk:sqs:sendMessageBatch",
                    messages(ticks.subList(from, Math.min(ticks.size(), from + MESSAGES_MAX))), ONCE,
                    ticksRole().name(), Reports.TO_QUEUE));
        }
        return schedules;
    }

    public Role ticksRole() {
        return new Role("ticks-schedule", "Sends the flusher's ticks and reports what it cannot send",
                List.of(Right.of(List.of("sqs:SendMessage"), List.of(DeployedName.TICKS_QUEUE_ARN.toString(),
                        DeployedName.FLUSHER_FAILURES_ARN.toString()))));
    }

    private static String messages(List<Integer> seconds) {
        var request = JsonNodeFactory.instance.objectNode().put("QueueUrl", DeployedName.TICKS_QUEUE_URL.toString());
        var entries = request.putArray("Entries");
        seconds.forEach(second -> entries.addObject().put("Id", "second-" + second)
                .put("MessageBody", "{\"second\":" + second + "}").put("DelaySeconds", second));
        return request.toString();
    }

    private static DeployedSchedule daily(String name, String description, String cron, DeployedName target,
            String input, Role role) {
        return new DeployedSchedule(name, description, cron, target.toString(), input, Optional.empty(), role.name(),
                Reports.TO_QUEUE);
    }

    private static Role starting(String name, String description, List<String> actions, DeployedName target) {
        return new Role(name, description, List.of(Right.of(actions, target),
                Right.of(List.of("sqs:SendMessage"), DeployedName.FLUSHER_FAILURES_ARN)));
    }
}
