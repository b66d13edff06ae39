package io.sluice.local.plan;

import io.sluice.config.DeliveryMode;
import io.sluice.config.FunctionMemory;
import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.util.Optional;

/// The requests that flush runs every few seconds make to AWS in a month in which nothing arrives: the schedule's run a
/// minute, which reads all there is, and the queue's ticks, which check first.
///
/// @param runs      whole runs
/// @param ticks     ticks, each an invocation
/// @param readUnits of DynamoDB: a run or a tick reads the state, the number of shards, and each shard
/// @param gets      of S3: a run reads the manifest
/// @param messages  requests to SQS: see [#of]
public record TickRequests(long runs, long ticks, long readUnits, long gets, long messages) {
    private static final Duration MONTH = Duration.ofHours(730);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /// Entries of one `SendMessageBatch`.
    private static final int MESSAGES_MAX = 10;
    /// Assumed: Lambda's five pollers ask for messages, and wait 20 s for one.
    private static final int EMPTY_POLLS_PER_MINUTE = 5 * 60 / 20;
    /// Assumed: what an invocation that reads the index takes.
    private static final Duration LOOK = Duration.ofMillis(50);
    /// Assumed: the lines that Lambda itself writes about an invocation.
    private static final double LOG_BYTES = 350;
    private static final double GIB = 1 << 30;

    /// Empty where the flusher runs once a minute or less often.
    public static Optional<TickRequests> of(StreamConfiguration stream) {
        Duration every = stream.sluice().flushEvery();
        return stream.sluice().deliveryMode() == DeliveryMode.BUFFER && every.compareTo(MINUTE) < 0
                ? Optional.of(of(every, stream.sluice().indexShards()))
                : Optional.empty();
    }

    /// A minute's ticks are sent by one request for ten; each is received and deleted by one of its own, and pollers
    /// ask in vain besides.
    private static TickRequests of(Duration every, int shards) {
        long minutes = MONTH.toMinutes();
        long perMinute = Math.ceilDiv(MINUTE.toMillis(), every.toMillis());
        long sends = Math.ceilDiv(perMinute, MESSAGES_MAX);
        return new TickRequests(minutes, minutes * perMinute, minutes * (1 + perMinute) * (2 + shards), minutes,
                minutes * (sends + 2 * perMinute + EMPTY_POLLS_PER_MINUTE));
    }

    /// US dollars a month.
    public double idle(FunctionMemory memory, Prices prices) {
        long invocations = runs + ticks;
        double lambda = invocations * (prices.of("lambda.invocation.per1000000")
                + LOOK.toMillis() / 1e3 * memory.flushGigabytes() * prices.of("lambda.gbSecond"));
        double schedules = runs * (1 + Math.ceilDiv(Math.ceilDiv(ticks, runs), MESSAGES_MAX))
                * prices.of("scheduler.invocation.per1000000");
        return lambda + schedules + readUnits * prices.of("dynamodb.read.per1000000")
                + gets * prices.of("s3.get.per1000") + messages * prices.of("sqs.request.per1000000")
                + invocations * LOG_BYTES / GIB * prices.of("logs.ingested.perGb");
    }
}
