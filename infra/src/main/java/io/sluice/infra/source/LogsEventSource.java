package io.sluice.infra.source;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.EventInvocation;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.LogGroups;
import io.sluice.infra.job.EventInvocations;
import io.sluice.infra.job.FailureQueue;
import io.sluice.infra.job.FlusherFunction;
import io.sluice.infra.job.Platform;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.Suppressions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.lambda.CfnPermission;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.CfnSubscriptionFilter;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// Log groups that invoke the transform function by subscriptions: asynchronously, so that Lambda keeps an event for as
/// long as it may and tries it as often as it may, and hands over to a queue what it gives up, whole.
public final class LogsEventSource extends Construct {
    /// CloudWatch Logs' quota, which is not raised.
    private static final int SUBSCRIPTIONS_MAX = 2;

    private final IQueue failures;

    public LogsEventSource(Construct scope, String id, LogGroups groups, SluiceFunction transform, Platform platform) {
        super(scope, id);
        groups.names().forEach(this::requireRoom);
        groups.names().forEach(this::requireClass);
        failures = FailureQueue.ofEvents(this, "Failures", platform);
        platform.key().ifPresent(_ -> Suppressions.suppressMatching(transform.role(), FlusherFunction.QUEUE_KEY_GRANT,
                "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        EventInvocations.configure(transform, EventInvocation.LOGS, failures);
        for (int i = 0; i < groups.names().size(); i++) {
            subscribe(part(groups.names().get(i), i), groups.names().get(i), groups.filterPattern(), transform);
        }
    }

    /// By the name, not by the place in the list: a list in another order changes nothing, and a group is never
    /// subscribed twice while an update is under way.
    private String part(String group, int index) {
        return Token.isUnresolved(group)
                ? owner(group).map(each -> StreamDefinition.plainName(each.getNode().getPath())).orElse("Group" + index)
                : StreamDefinition.plainName(group);
    }

    private void subscribe(String part, String group, String pattern, SluiceFunction transform) {
        var permission = CfnPermission.Builder.create(this, "May-" + part).action("lambda:InvokeFunction")
                .functionName(transform.live().getFunctionArn()).principal("logs.amazonaws.com")
                .sourceAccount(Aws.ACCOUNT_ID).sourceArn("arn:" + Aws.PARTITION + ":logs:" + Aws.REGION + ":"
                        + Aws.ACCOUNT_ID + ":log-group:" + group + ":*")
                .build();
        var filter = CfnSubscriptionFilter.Builder.create(this, "Of-" + part).logGroupName(group)
                .filterPattern(pattern).destinationArn(transform.live().getFunctionArn()).build();
        // CloudWatch Logs sends a control message at once, and refuses the filter where it may not.
        filter.getNode().addDependency(permission);
    }

    private Optional<LogGroup> owner(String group) {
        return getNode().getRoot().getNode().findAll().stream().filter(LogGroup.class::isInstance)
                .map(LogGroup.class::cast).filter(each -> each.getLogGroupName().equals(group)).findFirst();
    }

    /// Refuses one subscription too many, of those that the app knows; CloudFormation finds the rest.
    private void requireRoom(String group) {
        List<CfnSubscriptionFilter> others = ResourceChecks.inOnePlace(this, CfnSubscriptionFilter.class).stream()
                .filter(each -> Objects.equals(each.getLogGroupName(), group)).toList();
        if (others.size() >= SUBSCRIPTIONS_MAX) {
            throw new DeploymentException("The log group %s has %d subscriptions already, and CloudWatch Logs takes %d:"
                    .formatted(group, others.size(), SUBSCRIPTIONS_MAX)
                    + others.stream()
                            .map(each -> " " + each.getNode().getPath()).collect(Collectors.joining(","))
                    + ". Take one of them away, or send what it gets on from there");
        }
    }

    private void requireClass(String group) {
        owner(group).map(each -> each.getNode().getDefaultChild()).filter(CfnLogGroup.class::isInstance)
                .map(each -> ((CfnLogGroup) each).getLogGroupClass()).filter(each -> !each.equals("STANDARD"))
                .ifPresent(found -> {
                    throw new DeploymentException("The log group %s is of class %s, which has no subscriptions:"
                            .formatted(owner(group).orElseThrow().getNode().getPath(), found)
                            + " it must be STANDARD from the beginning");
                });
    }

    /// Events that were given up, with all that they hold.
    public IQueue failures() {
        return failures;
    }
}
