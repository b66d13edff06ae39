package io.sluice.infra;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.lambda.destinations.SqsDestination;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// The retention function and its daily run. Rules and erasures are invocations by hand. It is deployed whether or not
/// there is a default: rules come and go without a deployment, and a run without any reads one item.
final class DailyRetention extends Construct {
    static final String HANDLER = "io.sluice.lambda.RetentionHandler::handleRequest";

    /// At night in Europe, after the end of a day in UTC.
    private static final String DAILY = "cron(30 2 * * ? *)";
    /// Lambda's longest: what is not done then is done by the next run.
    private static final Duration TIMEOUT = Duration.minutes(15);

    private final SluiceFunction function;
    private final CfnSchedule schedule;

    /// What it is made of.
    ///
    /// @param access      what the function may do
    /// @param failures    takes runs that were not started or failed for good
    /// @param erasable    what erasures reach beside the stream's own objects
    record Props(StreamDefinition definition, Path jar, Map<String, String> environment,
            BufferAccess access, IQueue failures, Optional<ErasableSource> erasable, Platform platform) {}

    DailyRetention(Construct scope, String id, Props props) {
        super(scope, id);
        function = new SluiceFunction(this, "Retention",
                new SluiceFunction.Props(props.platform(), "retention",
                        "Sluice retention of the stream " + props.definition().stream(),
                        props.erasable().map(ErasableSource::jar).orElse(props.jar()),
                        HANDLER, props.environment(), props.definition().memory().flush(), TIMEOUT,
                        Optional.empty()));
        props.access().retention(props.erasable().map(ErasableSource::prefix)).forEach(function::allow);
        Suppressions.suppressObjectKeys(function.role(),
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        function.live().configureAsyncInvoke(EventInvokeConfigOptions.builder()
                .onFailure(new SqsDestination(props.failures())).build());
        props.platform().key().ifPresent(_ -> Suppressions.suppressMatching(function.role(), Flusher.QUEUE_KEY_GRANT,
                "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        schedule = schedule(role(props.failures(), props.platform()), props.failures());
    }

    private Role role(IQueue failures, Platform platform) {
        var role = Role.Builder.create(this, "ScheduleRole").roleName(platform.name("retention-schedule"))
                .description("Starts the daily retention run and reports when it cannot")
                .assumedBy(ServicePrincipal.Builder.create("scheduler.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build())
                .build();
        role.addToPolicy(PolicyStatement.Builder.create().actions(List.of("lambda:InvokeFunction"))
                .resources(List.of(function.live().getFunctionArn())).build());
        role.addToPolicy(PolicyStatement.Builder.create().actions(List.of("sqs:SendMessage"))
                .resources(List.of(failures.getQueueArn())).build());
        platform.key().map(KeyUse::messages).ifPresent(role::addToPolicy);
        return role;
    }

    private CfnSchedule schedule(Role role, IQueue failures) {
        var daily = CfnSchedule.Builder.create(this, "Schedule")
                .description("Removes objects that are older than their retention").scheduleExpression(DAILY)
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(CfnSchedule.TargetProperty.builder().arn(function.live().getFunctionArn())
                        .roleArn(role.getRoleArn()).input("{\"run\":true}")
                        .deadLetterConfig(
                                CfnSchedule.DeadLetterConfigProperty.builder().arn(failures.getQueueArn()).build())
                        .build())
                .build();
        daily.getNode().addDependency(role);
        return daily;
    }

    SluiceFunction function() {
        return function;
    }

    CfnSchedule schedule() {
        return schedule;
    }
}
