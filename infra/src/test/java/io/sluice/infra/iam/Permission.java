package io.sluice.infra.iam;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What a call needs of IAM: one action on one resource, and what conditions may ask of it.
///
/// @param action   as IAM writes it, `s3:PutObject`
/// @param resource an ARN
/// @param context  condition keys and their values
public record Permission(String action, String resource, Map<String, Set<String>> context) {
    public Permission {
        context = new TreeMap<>(context);
    }

    /// Over TLS, as all calls of AWS's endpoints are, in the oldest version that they take.
    static Permission of(String action, String resource) {
        return new Permission(action, resource,
                Map.of("aws:SecureTransport", Set.of("true"), "s3:TlsVersion", Set.of("1.2")));
    }

    Permission with(String key, Set<String> values) {
        Map<String, Set<String>> more = new TreeMap<>(context);
        more.put(key, values);
        return new Permission(action, resource, more);
    }

    @Override
    public String toString() {
        return action + " on " + resource + " with " + context;
    }
}
