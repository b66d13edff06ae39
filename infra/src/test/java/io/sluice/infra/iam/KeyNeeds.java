package io.sluice.infra.iam;

import java.util.Set;

/// What a service asks KMS for on a caller's behalf.
final class KeyNeeds {
    private KeyNeeds() {}

    static Permission of(String action, String key, String service) {
        return Permission.of(action, key).with("kms:ViaService",
                Set.of(service + "." + World.REGION + ".amazonaws.com"));
    }
}
