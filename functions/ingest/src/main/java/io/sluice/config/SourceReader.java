package io.sluice.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks where a stream's records come from: the delivery stream's own business, except that Sluice reads no database
/// changes.
final class SourceReader {
    private static final Map<String, String> TYPES = types();
    /// The members that a source must have.
    private static final Map<String, List<String>> NEEDED = Map.of("KinesisStreamSourceConfiguration",
            List.of("KinesisStreamARN"), "MSKSourceConfiguration",
            List.of("MSKClusterARN", "TopicName", "AuthenticationConfiguration"));
    private static final Map<String, Boolean> KEY_TYPES = Map.of("AWS_OWNED_CMK", false, "CUSTOMER_MANAGED_CMK", true);

    private SourceReader() {}

    private static Map<String, String> types() {
        Map<String, String> types = new LinkedHashMap<>();
        types.put("DirectPut", "DirectPutSourceConfiguration");
        types.put("KinesisStreamAsSource", "KinesisStreamSourceConfiguration");
        types.put("MSKAsSource", "MSKSourceConfiguration");
        types.put("DatabaseAsSource", "DatabaseSourceConfiguration");
        return types;
    }

    static void read(Fields request) {
        Optional<String> own = request.oneOf("DeliveryStreamType", TYPES);
        String expected = own.orElse("DirectPutSourceConfiguration");
        ShapeCheck.check(request, "DirectPutSourceConfiguration", PassedOn.DIRECT_PUT_SOURCE);
        ShapeCheck.check(request, "KinesisStreamSourceConfiguration", PassedOn.KINESIS_SOURCE);
        ShapeCheck.check(request, "MSKSourceConfiguration", PassedOn.MSK_SOURCE);
        refuseDatabase(request);
        for (String name : TYPES.values()) {
            if (request.has(name) && !name.equals(expected)) {
                request.problems().error(request.place(name), "a stream of DeliveryStreamType "
                        + typeOf(expected) + " has no " + name);
            }
        }
        if (NEEDED.containsKey(expected) && !request.has(expected)) {
            request.problems().error(request.place("DeliveryStreamType"),
                    "a stream of DeliveryStreamType " + typeOf(expected) + " needs " + expected);
        }
        NEEDED.forEach((name, members) -> {
            if (request.any(name).orElse(null) instanceof JsonValue.Structure source) {
                var fields = new Fields(source, request.problems());
                members.forEach(member -> Checks.required(fields, member));
            }
        });
        readEncryption(request);
    }

    private static void refuseDatabase(Fields request) {
        String name = "DatabaseSourceConfiguration";
        boolean asked = request.has(name)
                || request.text("DeliveryStreamType").map(TYPES::get).filter(name::equals).isPresent();
        if (asked) {
            request.problems().error(request.place("DeliveryStreamType"), "Sluice reads no database"
                    + " records; it takes DirectPut, KinesisStreamAsSource and MSKAsSource");
        }
    }

    private static void readEncryption(Fields request) {
        ShapeCheck.check(request, "DeliveryStreamEncryptionConfigurationInput", PassedOn.STREAM_ENCRYPTION);
        if (request.any("DeliveryStreamEncryptionConfigurationInput")
                .orElse(null) instanceof JsonValue.Structure section) {
            new Fields(section, request.problems()).oneOf("KeyType", KEY_TYPES);
        }
    }

    private static String typeOf(String configuration) {
        return TYPES.entrySet().stream().filter(entry -> entry.getValue().equals(configuration))
                .map(Map.Entry::getKey).findFirst().orElseThrow();
    }
}
