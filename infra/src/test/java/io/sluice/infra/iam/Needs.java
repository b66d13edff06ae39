package io.sluice.infra.iam;

import java.util.List;

/// What calls need of IAM. A call that is not known here is an error, never nothing.
final class Needs {
    private Needs() {}

    static List<Permission> of(Call call, Names names) {
        if (call.header("x-amz-target").isPresent()) {
            return DynamoDbNeeds.of(call, names);
        }
        return LambdaNeeds.isInvocation(call.path()) ? LambdaNeeds.of(call) : S3Needs.of(call, names);
    }
}
