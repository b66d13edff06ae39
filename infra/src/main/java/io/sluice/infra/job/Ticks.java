package io.sluice.infra.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.Suppressions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/// Flush runs every few seconds. The scheduler counts minutes: each minute it puts one message into a queue for each
/// tick of the minute, delayed until then, and the queue invokes the flusher. No tick depends on another or on a run,
/// so that none that is lost, late, doubled or fails takes others with it. `docs/decisions/0042-seconds.md` says why.
///
/// The schedule of whole runs goes on beside it.
public final class Ticks extends Construct {
    /// Entries of one `SendMessageBatch` (Amazon SQS API reference).
    private static final int MESSAGES_MAX = 10;
    private static final int MINUTE = 60;
    /// The least that an event source of this kind may be bounded to. Ticks that come while two runs are at work wait,
    /// and one run takes up to ten of them together.
    static final int CONCURRENCY = 2;
    /// A tick that nobody took in this time is not worth a run any more. A run that fails is not retried either: its
    /// message is gone before it is visible again.
    private static final Duration KEPT = Duration.minutes(2);

    private final Queue queue;
    private final Map<String, CfnSchedule> schedules = new LinkedHashMap<>();

    /// @param every    seconds from tick to tick, below a minute
    /// @param failures takes what the scheduler could not send
    Ticks(Construct scope, String id, SluiceFunction flush, int every, Duration timeout, IQueue failures,
            Platform platform) {
        super(scope, id);
        queue = queue(timeout, platform);
        flush.allow(PolicyStatement.Builder.create()
                .actions(List.of("sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"))
                .resources(List.of(queue.getQueueArn())).build());
        platform.key().map(KeyUse::receivedMessages).ifPresent(flush::allow);
        EventSourceMapping.Builder.create(this, "Mapping").target(flush.live()).eventSourceArn(queue.getQueueArn())
                .batchSize(MESSAGES_MAX).maxConcurrency(CONCURRENCY).build();
        var role = role(failures, platform);
        var ticks = IntStream.iterate(0, second -> second < MINUTE, second -> second + every).boxed().toList();
        for (int from = 0; from < ticks.size(); from += MESSAGES_MAX) {
            var some = ticks.subList(from, Math.min(ticks.size(), from + MESSAGES_MAX));
            schedules.put("TicksSchedule" + (from == 0 ? "" : from / MESSAGES_MAX + 1),
                    schedule(role, "Schedule" + from / MESSAGES_MAX, some, failures));
        }
    }

    private Queue queue(Duration timeout, Platform platform) {
        var made = Queue.Builder.create(this, "Queue").queueName(platform.name("ticks"))
                .encryption(platform.key().isPresent() ? QueueEncryption.KMS : QueueEncryption.SQS_MANAGED)
                .encryptionMasterKey(platform.key().orElse(null)).enforceSsl(true).visibilityTimeout(timeout)
                .retentionPeriod(KEPT).build();
        Suppressions.suppress(made, "AwsSolutions-SQS3",
                "A tick carries nothing, and the next one does what a failed one left: none is kept.");
        return made;
    }

    private Role role(IQueue failures, Platform platform) {
        var role = Role.Builder.create(this, "ScheduleRole").roleName(platform.name("ticks-schedule"))
                .description("Sends the flusher's ticks and reports what it cannot send")
                .assumedBy(ServicePrincipal.Builder.create("scheduler.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build())
                .build();
        role.addToPolicy(PolicyStatement.Builder.create().actions(List.of("sqs:SendMessage"))
                .resources(List.of(queue.getQueueArn(), failures.getQueueArn())).build());
        platform.key().map(KeyUse::messages).ifPresent(role::addToPolicy);
        return role;
    }

    /// The scheduler calls SQS itself (EventBridge Scheduler user guide, "Using universal targets"): one request for up
    /// to ten ticks, each delayed by its second.
    private CfnSchedule schedule(Role role, String id, List<Integer> seconds, IQueue failures) {
        var schedule = CfnSchedule.Builder.create(this, id).description("Flush runs in the course of each minute")
                .scheduleExpression("rate(1 minute)")
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(CfnSchedule.TargetProperty.builder()
                        .arn("arn:" + Aws.PARTITION + ":scheduler:::aws-sdk:sqs:sendMessageBatch")
                        .roleArn(role.getRoleArn()).input(messages(seconds))
                        .retryPolicy(CfnSchedule.RetryPolicyProperty.builder().maximumRetryAttempts(0)
                                .maximumEventAgeInSeconds(MINUTE).build())
                        .deadLetterConfig(
                                CfnSchedule.DeadLetterConfigProperty.builder().arn(failures.getQueueArn()).build())
                        .build())
                .build();
        schedule.getNode().addDependency(role);
        return schedule;
    }

    private String messages(List<Integer> seconds) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("QueueUrl", queue.getQueueUrl());
        ArrayNode entries = request.putArray("Entries");
        seconds.forEach(second -> entries.addObject().put("Id", "second-" + second)
                .put("MessageBody", "{\"second\":" + second + "}").put("DelaySeconds", second));
        return request.toString();
    }

    /// The schedules that put the messages there, by the names that operators know.
    Map<String, CfnSchedule> schedules() {
        return schedules;
    }

    public IQueue queue() {
        return queue;
    }
}
