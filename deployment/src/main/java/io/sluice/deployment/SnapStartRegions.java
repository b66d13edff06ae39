package io.sluice.deployment;

import java.util.List;
import java.util.Set;

/// The regions where Lambda starts Java functions from snapshots: those of the partition `aws` but a few (AWS Lambda
/// developer guide, "Improving startup performance with Lambda SnapStart").
public final class SnapStartRegions {
    public static final String PARTITION = "aws";
    /// Of the partition, those without, sorted.
    public static final List<String> WITHOUT = List.of("ap-east-2", "ap-southeast-6");

    /// What regions of other partitions begin with.
    private static final Set<String> ELSEWHERE = Set.of("cn-", "us-gov-", "us-iso", "eu-isoe-", "eusc-");

    private SnapStartRegions() {}

    public static boolean isIn(String region) {
        return !WITHOUT.contains(region) && ELSEWHERE.stream().noneMatch(region::startsWith);
    }
}
