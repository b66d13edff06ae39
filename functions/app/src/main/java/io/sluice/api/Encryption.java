package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Encryption at rest as requests ask for it and answers tell of it: a state, and nothing else.
public final class Encryption {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INPUT = "DeliveryStreamEncryptionConfigurationInput";

    private Encryption() {}

    /// Returns the encryption that a stream is created with.
    ///
    /// @throws ApiException when the request asks for what there is not
    public static ObjectNode atCreation(JsonNode request) {
        return RequestMembers.object(request, INPUT).map(Encryption::enabled).orElseGet(Encryption::disabled);
    }

    /// Returns the encryption that `StartDeliveryStreamEncryption` asks for.
    ///
    /// @throws ApiException when the request asks for what there is not
    public static ObjectNode started(JsonNode request) {
        return enabled(RequestMembers.object(request, INPUT)
                .orElseGet(() -> JSON.createObjectNode().put("KeyType", "AWS_OWNED_CMK")));
    }

    public static ObjectNode disabled() {
        return JSON.createObjectNode().put("Status", "DISABLED");
    }

    private static ObjectNode enabled(ObjectNode input) {
        String type = RequestMembers.text(input, "KeyType").orElseThrow(() -> ApiException
                .missing("deliveryStreamEncryptionConfigurationInput.keyType"));
        Optional<String> key = RequestMembers.text(input, "KeyARN");
        if (!List.of("AWS_OWNED_CMK", "CUSTOMER_MANAGED_CMK").contains(type)) {
            throw ApiException.violation("deliveryStreamEncryptionConfigurationInput.keyType",
                    "satisfy enum value set: [AWS_OWNED_CMK, CUSTOMER_MANAGED_CMK]");
        }
        if (type.equals("CUSTOMER_MANAGED_CMK") != key.isPresent()) {
            throw ApiException.invalid(key.isPresent()
                    ? "KeyARN must not be given when KeyType is AWS_OWNED_CMK"
                    : "KeyARN is required when KeyType is CUSTOMER_MANAGED_CMK");
        }
        ObjectNode enabled = JSON.createObjectNode().put("Status", "ENABLED").put("KeyType", type);
        key.ifPresent(arn -> enabled.put("KeyARN", arn));
        return enabled;
    }
}
