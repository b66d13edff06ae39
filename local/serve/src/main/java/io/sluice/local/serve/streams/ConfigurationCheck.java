package io.sluice.local.serve.streams;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ApiException;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.Problem;
import io.sluice.config.StreamConfiguration;
import io.sluice.ingest.RecordFunction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Judges a stream's configuration as Firehose judges it, and makes the one under which Sluice serves it.
final class ConfigurationCheck {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SLUICE = "Sluice";
    private static final String VALIDATION = "1 validation error detected";

    private ConfigurationCheck() {}

    /// Judges the request of `CreateDeliveryStream`, tags and encryption apart. A `Sluice` section, which only Sluice
    /// knows, makes Sluice's rules hold, which are wider.
    ///
    /// @param stagingBucket the server's own, which no stream delivers to
    /// @throws ApiException with Firehose's message when it is refused
    static void accept(ObjectNode request, ProcessorFunctions functions, String stagingBucket) {
        if (!request.has(SLUICE)) {
            ObjectNode asFirehose = request.deepCopy();
            asFirehose.putObject(SLUICE).put("Delivery", "firehose");
            refuseErrors(ConfigurationParser.parse(bytes(asFirehose)).problems());
        }
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(served(request, 1, 1));
        refuseErrors(parsed.problems());
        StreamConfiguration configuration = parsed.configuration().orElseThrow();
        if (configuration.stream().equals(".") || configuration.stream().equals("..")) {
            throw ApiException.invalid("A stream can't be called " + configuration.stream()
                    + " here: its name is a folder's name too.");
        }
        String bucket = configuration.bucket();
        if (bucket.equals(stagingBucket) || bucket.startsWith(".") || bucket.contains("..") || bucket.length() < 3) {
            throw ApiException.invalid("The bucket name " + bucket + " can't be served; use another one.");
        }
        if (!request.path("DeliveryStreamType").asText("DirectPut").equals("DirectPut")) {
            throw ApiException
                    .invalid("Only streams of type DirectPut can be served: there is no Kinesis and no Kafka here.");
        }
        functions.requireServer(request);
    }

    private static void refuseErrors(List<Problem> problems) {
        for (Problem problem : problems) {
            if (problem.severity() == Problem.Severity.ERROR) {
                throw problem.message().startsWith(VALIDATION)
                        ? ApiException.of("ValidationException", problem.message())
                        : ApiException.invalid(problem.message() + " (" + problem.path() + ")");
            }
        }
    }

    /// The configuration with which the functions serve `request`: Sluice delivers, and objects' names have the
    /// stream's version. The stream's own function is its transformer. Records come by Firehose's API, whatever source
    /// the stream has elsewhere, and all is measured and what landed is told, since nothing is paid for here. Nobody
    /// sends events, so nothing waits until they are sent.
    ///
    /// @param retryHours how long the flusher remembers a batch
    static byte[] served(ObjectNode request, int version, int retryHours) {
        ObjectNode served = request.deepCopy();
        ObjectNode sluice = served.get(SLUICE) instanceof ObjectNode given ? given : served.putObject(SLUICE);
        sluice.put("Delivery", "buffer").put("StreamVersion", version).put("RetryWindowInHours", retryHours)
                .remove(List.of("FlushParallelism", "Lanes", "Observability", "Source"));
        if (!sluice.hasNonNull("Landing")) {
            sluice.putObject("Landing");
        }
        if (sluice.get("Landing") instanceof ObjectNode landing) {
            landing.remove(List.of("Events", "SuccessObjects"));
        }
        if (ProcessorFunctions.named(request).isPresent()) {
            sluice.put("Transformer", RecordFunction.NAME);
        }
        return bytes(served);
    }

    /// Returns the configuration that [#served] made.
    static StreamConfiguration configuration(byte[] served) {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(served);
        return parsed.configuration().orElseThrow(() -> new IllegalStateException(
                "a stream's kept configuration is not valid any more: " + parsed.problems()));
    }

    private static byte[] bytes(JsonNode json) {
        try {
            return JSON.writeValueAsString(json).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can be written", e);
        }
    }
}
