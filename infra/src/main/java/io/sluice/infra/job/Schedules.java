package io.sluice.infra.job;

import io.sluice.deployment.DeployedSchedule.Reports;
import io.sluice.deployment.DeployedSchedule;
import io.sluice.deployment.StreamSchedules;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.TokenNames;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// The schedules of EventBridge Scheduler that one role starts, with that role.
///
/// @param scope    what they are made in
/// @param failures takes what could not be started; empty: nothing does
/// @param names    of what is started, and of the queue
record Schedules(Construct scope, Role role, Optional<IQueue> failures, TokenNames names) {
    /// Makes the role, `ScheduleRole` in `scope`, for this account's schedules alone.
    static Schedules create(Construct scope, StreamSchedules.Role wanted, Optional<IQueue> failures, TokenNames names,
            Platform platform) {
        var role = Role.Builder.create(scope, "ScheduleRole").roleName(platform.name(wanted.name()))
                .description(wanted.description())
                .assumedBy(ServicePrincipal.Builder.create("scheduler.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build())
                .build();
        PolicyStatements.of(wanted.rights(), names).forEach(role::addToPolicy);
        failures.flatMap(_ -> platform.key()).map(KeyUse::messages).ifPresent(role::addToPolicy);
        return new Schedules(scope, role, failures, names);
    }

    /// Makes one of the schedules.
    CfnSchedule add(String id, DeployedSchedule wanted) {
        var target = CfnSchedule.TargetProperty.builder().arn(names.fill(wanted.target())).roleArn(role.getRoleArn())
                .input(names.fill(wanted.input()));
        wanted.ageMax().ifPresent(age -> target.retryPolicy(CfnSchedule.RetryPolicyProperty.builder()
                .maximumRetryAttempts(0).maximumEventAgeInSeconds(age.toSeconds()).build()));
        failures.filter(_ -> wanted.reports() == Reports.TO_QUEUE)
                .ifPresent(queue -> target.deadLetterConfig(
                        CfnSchedule.DeadLetterConfigProperty.builder().arn(queue.getQueueArn()).build()));
        var schedule = CfnSchedule.Builder.create(scope, id).description(wanted.description())
                .scheduleExpression(wanted.expression())
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(target.build()).build();
        schedule.getNode().addDependency(role);
        return schedule;
    }
}
