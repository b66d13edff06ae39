package io.sluice.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The processors of a delivery stream that invokes the transform function.
///
/// In delivery `buffer` the function is the only one: it does all that the configuration asks for. In delivery
/// `firehose` a function must answer each record with one record, so what splits or joins records stays with Firehose,
/// in Firehose's order: decompression, message extraction and de-aggregation before the function, the delimiter after
/// it. `MetadataExtraction` is the function's work in both.
public final class FirehoseProcessors {
    private static final Set<String> BEFORE_THE_FUNCTION = Set.of("Decompression", "CloudWatchLogProcessing",
            "RecordDeAggregation");
    private static final Set<String> AFTER_THE_FUNCTION = Set.of("AppendDelimiterToRecord");

    private FirehoseProcessors() {}

    /// One processor, as the API and CloudFormation both call its parts.
    public record Processor(String type, Map<String, String> parameters) {}

    /// The size and age of the batches that Firehose hands to the function, and its retries.
    ///
    /// @param sizeInMbs         raw bytes of a batch; 3 is Firehose's most
    /// @param intervalInSeconds age of a batch
    /// @param retries           of a failed invocation, before Firehose gives the batch up to the error output
    private record Batching(String sizeInMbs, int intervalInSeconds, int retries) {
        /// The answer is a line per record, so the largest batch is the cheapest one: a batch is one PUT and one write
        /// unit at any size. Giving up on a batch that could not be staged is the worst outcome, hence the retries.
        ///
        /// @param seconds age of a batch
        static Batching buffer(int seconds) {
            return new Batching("3", seconds, 10);
        }

        /// The answer carries the records back within Lambda's 6 MB, in base64 and each with its keys.
        static final Batching FIREHOSE = new Batching("1", 60, 3);
    }

    /// @param functionArn alias that Firehose invokes
    /// @param roleArn     role that Firehose invokes it with
    public static List<Processor> of(StreamDefinition definition, String functionArn, String roleArn) {
        var processors = new ArrayList<Processor>();
        if (!definition.isBuffered()) {
            processors.addAll(configured(definition, BEFORE_THE_FUNCTION));
        }
        var wait = Math.toIntExact(definition.configuration().sluice().batchWait().toSeconds());
        processors.add(transform(definition.isBuffered() ? Batching.buffer(wait) : Batching.FIREHOSE, functionArn,
                roleArn));
        if (!definition.isBuffered()) {
            processors.addAll(configured(definition, AFTER_THE_FUNCTION));
        }
        return processors;
    }

    private static Processor transform(Batching batching, String functionArn, String roleArn) {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("LambdaArn", functionArn);
        parameters.put("RoleArn", roleArn);
        parameters.put("BufferSizeInMBs", batching.sizeInMbs());
        parameters.put("BufferIntervalInSeconds", Integer.toString(batching.intervalInSeconds()));
        parameters.put("NumberOfRetries", Integer.toString(batching.retries()));
        return new Processor("Lambda", parameters);
    }

    private static List<Processor> configured(StreamDefinition definition, Set<String> types) {
        var processing = definition.destination("ProcessingConfiguration");
        var found = new ArrayList<Processor>();
        if (processing.path("Enabled").asBoolean(false)) {
            for (var processor : processing.path("Processors")) {
                var type = processor.path("Type").asText();
                if (types.contains(type)) {
                    found.add(new Processor(type, parameters(processor)));
                }
            }
        }
        return found;
    }

    private static Map<String, String> parameters(JsonNode processor) {
        var parameters = new LinkedHashMap<String, String>();
        for (var parameter : processor.path("Parameters")) {
            parameters.put(parameter.path("ParameterName").asText(), parameter.path("ParameterValue").asText());
        }
        return parameters;
    }
}
