package io.sluice.infra.iam;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Lambda's calls (service authorization reference, "Actions, resources, and condition keys for AWS Lambda").
final class LambdaNeeds {
    private static final String FUNCTIONS = "/2015-03-31/functions/";
    private static final String INVOCATIONS = "/invocations";

    private LambdaNeeds() {}

    static boolean isInvocation(String path) {
        return path.startsWith(FUNCTIONS) && path.endsWith(INVOCATIONS);
    }

    static List<Permission> of(Call call) {
        String function = call.path().substring(FUNCTIONS.length(), call.path().length() - INVOCATIONS.length());
        return List.of(Permission.of("lambda:InvokeFunction",
                URLDecoder.decode(function, StandardCharsets.UTF_8)));
    }
}
