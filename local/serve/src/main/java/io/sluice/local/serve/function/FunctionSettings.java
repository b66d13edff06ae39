package io.sluice.local.serve.function;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The settings of a stream's `Lambda` processor.
///
/// @param arn         `LambdaArn`
/// @param retries     how often a call that failed is tried again, `NumberOfRetries`
/// @param bufferBytes of records that one call takes, `BufferSizeInMBs`; a larger record goes alone
public record FunctionSettings(String arn, int retries, int bufferBytes) {
    private static final String RETRIES_DEFAULT = "3";
    private static final String MEGABYTES_DEFAULT = "1";
    private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1 << 20);
    private static final String NAME_FOLLOWS = ":function:";

    /// The function of a stream's configuration; empty when it has none, or processing is off.
    ///
    /// @param request a configuration that Firehose's rules allow
    public static Optional<FunctionSettings> of(JsonNode request) {
        JsonNode processing = request.path("ExtendedS3DestinationConfiguration").path("ProcessingConfiguration");
        if (!processing.path("Enabled").asBoolean()) {
            return Optional.empty();
        }
        for (JsonNode processor : processing.path("Processors")) {
            if (processor.path("Type").asText().equals("Lambda")) {
                Map<String, String> parameters = new HashMap<>();
                processor.path("Parameters").forEach(each -> parameters.put(each.path("ParameterName").asText(),
                        each.path("ParameterValue").asText()));
                return Optional.of(of(parameters));
            }
        }
        return Optional.empty();
    }

    private static FunctionSettings of(Map<String, String> parameters) {
        return new FunctionSettings(parameters.getOrDefault("LambdaArn", ""),
                new BigDecimal(parameters.getOrDefault("NumberOfRetries", RETRIES_DEFAULT).strip()).intValue(),
                new BigDecimal(parameters.getOrDefault("BufferSizeInMBs", MEGABYTES_DEFAULT).strip())
                        .multiply(MEGABYTE).intValue());
    }

    /// The function's name, without its version.
    String name() {
        return afterColon()[0];
    }

    /// The version or alias that is asked for; empty for the newest.
    Optional<String> qualifier() {
        String[] parts = afterColon();
        return parts.length == 1 ? Optional.empty() : Optional.of(parts[1]);
    }

    /// The ARN with a version, as error records have it.
    String versionedArn() {
        return qualifier().isPresent() ? arn : arn + ":$LATEST";
    }

    /// Some name a function by its name alone, which emulators take.
    private String[] afterColon() {
        int at = arn.indexOf(NAME_FOLLOWS);
        return (at < 0 ? arn : arn.substring(at + NAME_FOLLOWS.length())).split(":", 2);
    }
}
