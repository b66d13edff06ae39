package io.sluice.infra.job;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.CfnCondition;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.ICfnConditionExpression;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.lambda.CfnFunction;

/// The regions where Lambda starts Java functions from snapshots: those of the partition `aws` but a few (AWS Lambda
/// developer guide, "Improving startup performance with Lambda SnapStart"). Where a stack's region is known only when
/// it is deployed, its template decides then.
final class SnapStartRegions {
    private static final String PARTITION = "aws";
    /// Of the partition, those without.
    private static final Set<String> WITHOUT = Set.of("ap-east-2", "ap-southeast-6");
    /// What regions of other partitions begin with.
    private static final Set<String> ELSEWHERE = Set.of("cn-", "us-gov-", "us-iso", "eu-isoe-", "eusc-");
    private static final String CONDITION = "SluiceSnapStart";
    private static final Map<String, String> ON = Map.of("ApplyOn", "PublishedVersions");

    private SnapStartRegions() {}

    /// Has the versions of `function` start from snapshots where its stack is deployed to such a region.
    static void apply(CfnFunction function) {
        var stack = Stack.of(function);
        var region = stack.getRegion();
        if (Token.isUnresolved(region)) {
            function.addPropertyOverride("SnapStart", new TreeMap<>(Map.of("Fn::If",
                    List.of(condition(stack).getLogicalId(), ON, Map.of("Ref", "AWS::NoValue")))));
        } else if (isIn(region)) {
            function.addPropertyOverride("SnapStart", ON);
        } else {
            Annotations.of(function).addInfoV2("sluice:snap-start", "Lambda has no SnapStart in " + region
                    + ": the function's first batch, and each further one side by side, waits for a JVM to start");
        }
    }

    static boolean isIn(String region) {
        return !WITHOUT.contains(region) && ELSEWHERE.stream().noneMatch(region::startsWith);
    }

    /// One for all functions of a stack.
    private static CfnCondition condition(Stack stack) {
        return stack.getNode().tryFindChild(CONDITION) instanceof CfnCondition there
                ? there
                : CfnCondition.Builder.create(stack, CONDITION).expression(expression()).build();
    }

    private static ICfnConditionExpression expression() {
        var without = WITHOUT.stream().sorted().map(region -> Fn.conditionNot(Fn.conditionEquals(Aws.REGION, region)));
        return Fn.conditionAnd(Stream.concat(Stream.of(Fn.conditionEquals(Aws.PARTITION, PARTITION)), without)
                .toArray(ICfnConditionExpression[]::new));
    }
}
