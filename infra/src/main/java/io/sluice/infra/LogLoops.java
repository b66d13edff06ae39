package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.logs.CfnSubscriptionFilter;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.IConstruct;

/// Finds streams that would subscribe to what they log themselves: each invocation would make the next, for ever. A
/// stream may read the logs of another one, but not in a circle.
///
/// @param own the stream that is about to subscribe
record LogLoops(SluicePipeline own) {
    /// @throws DeploymentException naming the log group
    void refuse(LogGroups groups) {
        for (String group : groups.names()) {
            var seen = new HashSet<SluicePipeline>();
            var next = new ArrayDeque<>(writers(group));
            while (!next.isEmpty()) {
                var pipeline = next.remove();
                if (pipeline == own) {
                    throw new DeploymentException(("The log group %s is one that stream %s writes to%s: each of its"
                            + " events would make the next. Leave it away").formatted(group, own.stream(),
                                    seen.isEmpty() ? "" : ", through other streams that read logs"));
                }
                if (seen.add(pipeline)) {
                    subscribed(pipeline).forEach(each -> next.addAll(writers(each)));
                }
            }
        }
    }

    /// The pipelines that write to a log group: it is a construct of theirs, or has a name as theirs get one.
    private Set<SluicePipeline> writers(String group) {
        var writers = new HashSet<SluicePipeline>();
        for (IConstruct each : own.getNode().getRoot().getNode().findAll()) {
            if (each instanceof LogGroup logs && logs.getLogGroupName().equals(group)) {
                pipeline(logs).ifPresent(writers::add);
            }
            if (each instanceof SluicePipeline pipeline && isNamedAfter(pipeline, group)) {
                writers.add(pipeline);
            }
        }
        return writers;
    }

    /// CloudFormation makes up the name of a log group out of the stack's, the logical id and a suffix.
    private boolean isNamedAfter(SluicePipeline pipeline, String group) {
        var stack = Stack.of(pipeline);
        if (Token.isUnresolved(group) || !stack.getEnvironment().equals(Stack.of(own).getEnvironment())) {
            return false;
        }
        return pipeline.getNode().findAll().stream().filter(CfnLogGroup.class::isInstance).map(CfnLogGroup.class::cast)
                .anyMatch(logs -> fixedName(logs).map(group::equals).orElseGet(() -> group.startsWith(
                        stack.getStackName() + "-" + stack.resolve(logs.getLogicalId()) + "-")));
    }

    /// CDK has a token, which comes to nothing, where CloudFormation makes up a name.
    private static Optional<String> fixedName(CfnLogGroup logs) {
        return Optional.ofNullable(logs.getLogGroupName()).filter(name -> !Token.isUnresolved(name));
    }

    private static List<String> subscribed(SluicePipeline pipeline) {
        return pipeline.getNode().findAll().stream().filter(CfnSubscriptionFilter.class::isInstance)
                .map(each -> ((CfnSubscriptionFilter) each).getLogGroupName()).toList();
    }

    private static Optional<SluicePipeline> pipeline(IConstruct of) {
        return of.getNode().getScopes().stream().filter(SluicePipeline.class::isInstance)
                .map(SluicePipeline.class::cast).reduce((_, last) -> last);
    }
}
