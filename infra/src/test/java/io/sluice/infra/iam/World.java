package io.sluice.infra.iam;

import java.util.Map;

/// The account and region that templates are read as deployed to.
final class World {
    static final String REGION = "us-east-1";
    static final String ACCOUNT = "123456789012";
    static final Map<String, String> PSEUDO_PARAMETERS = Map.of("AWS::Region", REGION, "AWS::AccountId", ACCOUNT,
            "AWS::Partition", "aws", "AWS::URLSuffix", "amazonaws.com");

    private World() {}

    static String arn(String service, String resource) {
        return "arn:aws:" + service + ":" + REGION + ":" + ACCOUNT + ":" + resource;
    }
}
