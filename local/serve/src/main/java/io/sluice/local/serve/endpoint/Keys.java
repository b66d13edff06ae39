package io.sluice.local.serve.endpoint;

import io.sluice.local.server.AccessKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The access keys that may call, each with its secret, in their order: one at least.
public record Keys(Map<String, String> secrets) {
    /// DynamoDB Local takes no others.
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]+");

    public Keys {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("one access key at least must be able to call");
        }
        secrets.keySet().stream().filter(id -> !ID.matcher(id).matches()).findFirst().ifPresent(id -> {
            throw new IllegalArgumentException("an access key is letters and digits, as AWS's are, not '" + id + "'");
        });
        secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
    }

    /// The key that the embedded servers take, so that who has it can read the objects.
    public AccessKey first() {
        Map.Entry<String, String> first = secrets.entrySet().iterator().next();
        return new AccessKey(first.getKey(), first.getValue());
    }

    Optional<String> secret(String accessKey) {
        return Optional.ofNullable(secrets.get(accessKey));
    }

    /// Names no secret.
    @Override
    public String toString() {
        return "Keys" + secrets.keySet();
    }
}
