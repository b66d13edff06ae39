package io.sluice.infra.job;

import io.sluice.infra.storage.KeyUse;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// Builds the schedules of EventBridge Scheduler, and the role that it takes on. What it cannot start it puts into a
/// queue.
final class Schedules {
    private Schedules() {}

    /// The target that a schedule starts, with its role.
    ///
    /// @param name        of the role, without the stream's
    /// @param description of the role
    /// @param action      that starts it
    /// @param target      what is started, as an ARN
    /// @param failures    takes what could not be started
    record Start(String name, String description, String action, String target, IQueue failures, Platform platform) {}

    /// The scheduler's role, `ScheduleRole` in `scope`, for this account's schedules alone.
    static Role role(Construct scope, Start start) {
        var role = Role.Builder.create(scope, "ScheduleRole").roleName(start.platform.name(start.name))
                .description(start.description)
                .assumedBy(ServicePrincipal.Builder.create("scheduler.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build())
                .build();
        role.addToPolicy(PolicyStatement.Builder.create().actions(List.of(start.action))
                .resources(List.of(start.target)).build());
        role.addToPolicy(PolicyStatement.Builder.create().actions(List.of("sqs:SendMessage"))
                .resources(List.of(start.failures.getQueueArn())).build());
        start.platform.key().map(KeyUse::messages).ifPresent(role::addToPolicy);
        return role;
    }

    /// Starts it once a day, with Scheduler's own retries: `Schedule` in `scope`, with its role.
    ///
    /// @param cron  when, in UTC
    /// @param event what it is started with
    static CfnSchedule daily(Construct scope, String description, String cron, String event, Start start) {
        Role role = role(scope, start);
        var daily = CfnSchedule.Builder.create(scope, "Schedule").description(description).scheduleExpression(cron)
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(CfnSchedule.TargetProperty.builder().arn(start.target).roleArn(role.getRoleArn()).input(event)
                        .deadLetterConfig(CfnSchedule.DeadLetterConfigProperty.builder()
                                .arn(start.failures.getQueueArn()).build())
                        .build())
                .build();
        daily.getNode().addDependency(role);
        return daily;
    }
}
