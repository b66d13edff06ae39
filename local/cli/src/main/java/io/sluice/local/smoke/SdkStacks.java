package io.sluice.local.smoke;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.Capability;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.Output;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.cloudformation.model.StackEvent;

/// Stacks by AWS's SDK.
record SdkStacks(CloudFormationClient formation) implements CloudStacks {
    private static final String NOT_THERE = "does not exist";
    private static final String FAILED = "_FAILED";
    private static final String CANCELLED = "cancelled";

    @Override
    public void create(String stack, String templateUrl, Map<String, String> parameters) {
        formation.createStack(request -> request.stackName(stack).templateURL(templateUrl)
                .capabilities(Capability.CAPABILITY_NAMED_IAM)
                .parameters(parameters.entrySet().stream().map(each -> Parameter.builder().parameterKey(each.getKey())
                        .parameterValue(each.getValue()).build()).toList()));
    }

    @Override
    public Optional<StackState> state(String stack) {
        try {
            return formation.describeStacks(request -> request.stackName(stack)).stacks().stream().findFirst()
                    .map(SdkStacks::state);
        } catch (CloudFormationException e) {
            if (isNotThere(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static StackState state(Stack stack) {
        return new StackState(stack.stackStatusAsString(), stack.outputs().stream()
                .collect(Collectors.toMap(Output::outputKey, Output::outputValue)));
    }

    /// CloudFormation has no code for it (API reference, `DescribeStacks`: "If the stack doesn't exist, a
    /// ValidationError is returned").
    private static boolean isNotThere(CloudFormationException answer) {
        return String.valueOf(answer.getMessage()).contains(NOT_THERE);
    }

    @Override
    public List<StackResource> resources(String stack) {
        return formation.listStackResourcesPaginator(request -> request.stackName(stack)).stackResourceSummaries()
                .stream().filter(each -> each.physicalResourceId() != null && !each.physicalResourceId().isEmpty())
                .map(each -> new StackResource(each.resourceType(), each.logicalResourceId(),
                        each.physicalResourceId()))
                .toList();
    }

    /// Events come newest first.
    @Override
    public Optional<String> failure(String stack) {
        return formation.describeStackEventsPaginator(request -> request.stackName(stack)).stackEvents().stream()
                .filter(event -> event.resourceStatusAsString().endsWith(FAILED)
                        && event.resourceStatusReason() != null && !event.resourceStatusReason().contains(CANCELLED))
                .reduce((_, earlier) -> earlier).map(SdkStacks::reason);
    }

    private static String reason(StackEvent event) {
        return event.logicalResourceId() + ", " + event.resourceStatusReason();
    }

    @Override
    public void delete(String stack) {
        formation.deleteStack(request -> request.stackName(stack));
    }
}
