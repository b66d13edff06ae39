package io.sluice.infra.job;

import io.sluice.deployment.SnapStartRegions;
import java.util.List;
import java.util.Map;
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

/// The start of functions from snapshots in the regions that have that. Where a stack's region is known only when it is
/// deployed, its template decides then.
final class SnapStartSetting {
    private static final String CONDITION = "SluiceSnapStart";
    private static final Map<String, String> ON = Map.of("ApplyOn", "PublishedVersions");

    private SnapStartSetting() {}

    /// Has the versions of `function` start from snapshots where its stack is deployed to such a region.
    static void apply(CfnFunction function) {
        var stack = Stack.of(function);
        var region = stack.getRegion();
        if (Token.isUnresolved(region)) {
            function.addPropertyOverride("SnapStart", new TreeMap<>(Map.of("Fn::If",
                    List.of(condition(stack).getLogicalId(), ON, Map.of("Ref", "AWS::NoValue")))));
        } else if (SnapStartRegions.isIn(region)) {
            function.addPropertyOverride("SnapStart", ON);
        } else {
            Annotations.of(function).addInfoV2("sluice:snap-start", "Lambda has no SnapStart in " + region
                    + ": the function's first batch, and each further one side by side, waits for a JVM to start");
        }
    }

    /// One for all functions of a stack.
    private static CfnCondition condition(Stack stack) {
        return stack.getNode().tryFindChild(CONDITION) instanceof CfnCondition there
                ? there
                : CfnCondition.Builder.create(stack, CONDITION).expression(expression()).build();
    }

    private static ICfnConditionExpression expression() {
        var without = SnapStartRegions.WITHOUT.stream()
                .map(region -> Fn.conditionNot(Fn.conditionEquals(Aws.REGION, region)));
        return Fn.conditionAnd(
                Stream.concat(Stream.of(Fn.conditionEquals(Aws.PARTITION, SnapStartRegions.PARTITION)), without)
                        .toArray(ICfnConditionExpression[]::new));
    }
}
