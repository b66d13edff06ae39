package io.sluice.local.serve.endpoint;

import java.util.Map;
import java.util.Optional;

/// The access keys that may call, each with its secret.
public record Keys(Map<String, String> secrets) {
    public Keys {
        secrets = Map.copyOf(secrets);
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
