package io.sluice.infra.job;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.constructs.Construct;

/// A weekly call of a function that Firehose calls, with a batch of no records. Lambda takes away the snapshot of a
/// version that nobody called for two weeks, and refuses calls until it has made another: minutes, in which Firehose
/// may be done with its retries. Every other source goes on trying for hours or days.
public final class KeepWarm extends Construct {
    /// Firehose's event, without a record.
    private static final String EVENT = "{\"invocationId\":\"keep-warm\",\"deliveryStreamArn\":\"keep-warm\","
            + "\"region\":\"any\",\"records\":[]}";

    public KeepWarm(Construct scope, String id, SluiceFunction function, Platform platform) {
        super(scope, id);
        var role = Role.Builder.create(this, "ScheduleRole").roleName(platform.name("warm-schedule"))
                .description("Calls the transform function once a week, so that its snapshot stays")
                .assumedBy(ServicePrincipal.Builder.create("scheduler.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build())
                .build();
        role.addToPolicy(PolicyStatement.Builder.create().actions(List.of("lambda:InvokeFunction"))
                .resources(List.of(function.live().getFunctionArn())).build());
        var schedule = CfnSchedule.Builder.create(this, "Schedule")
                .description("Keeps the transform function's snapshot").scheduleExpression("rate(7 days)")
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(CfnSchedule.TargetProperty.builder().arn(function.live().getFunctionArn())
                        .roleArn(role.getRoleArn()).input(EVENT).build())
                .build();
        schedule.getNode().addDependency(role);
    }
}
