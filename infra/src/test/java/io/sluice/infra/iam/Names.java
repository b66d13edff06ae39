package io.sluice.infra.iam;

import java.util.Map;
import java.util.Optional;

/// What the buckets and tables that a function used here are called where it is deployed, and the keys that they are
/// encrypted with there.
///
/// @param deployed names: here → there
/// @param keys     name there → ARN of a KMS key of the user's
record Names(Map<String, String> deployed, Map<String, String> keys) {
    String bucketArn(String bucket) {
        return "arn:aws:s3:::" + there(bucket);
    }

    String tableArn(String table) {
        return World.arn("dynamodb", "table/" + there(table));
    }

    Optional<String> key(String name) {
        return Optional.ofNullable(keys.get(there(name)));
    }

    private String there(String name) {
        return Optional.ofNullable(deployed.get(name)).orElseThrow(
                () -> new AssertionError(
                        name + " is asked for, and no variable of the function names it: " + deployed));
    }
}
