package io.sluice.local.smoke;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.CloudFormationTemplate;
import io.sluice.deployment.template.TemplateChoices;
import io.sluice.deployment.template.TemplateChoices.Choice;
import java.util.Optional;

/// The stream that a smoke run deploys: messages of a queue, partitioned by one key, delivered by Sluice.
///
/// @param name     of the stream
/// @param queueArn of the queue that it reads
record TrialStream(String name, String queueArn) {
    /// What keys of delivered objects begin with, before the key's value.
    static final String PLACE = "data/shop=";
    static final String ERRORS = "errors/";
    private static final int LOG_DAYS = 1;
    /// Long enough that batches are several, and short enough that nobody waits for them.
    private static final int WINDOW_SECONDS = 5;
    private static final int INTERVAL_SECONDS = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Its template. The flusher's runs are not capped: a new account has nothing to reserve.
    ///
    /// @param release whose functions are deployed
    byte[] template(String release) {
        var choices = new TemplateChoices(Optional.empty(), Choice.YES, Choice.NO, Choice.YES, LOG_DAYS,
                TemplateChoices.PRESET.runbooks(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty());
        try {
            return JSON.writeValueAsBytes(CloudFormationTemplate.of(definition(), choices, release));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree does not serialise", e);
        }
    }

    StreamDefinition definition() {
        return StreamDefinition.parse(configuration().toString());
    }

    private ObjectNode configuration() {
        ObjectNode stream = JSON.createObjectNode().put("DeliveryStreamName", name).put("DeliveryStreamType",
                "DirectPut");
        ObjectNode destination = stream.putObject("ExtendedS3DestinationConfiguration");
        destination.put("RoleARN", "arn:aws:iam::123456789012:role/made-by-the-stack")
                .put("BucketARN", "arn:aws:s3:::made-by-the-stack").put("Prefix", PLACE
                        + "!{partitionKeyFromQuery:shop}/")
                .put("ErrorOutputPrefix", ERRORS + "!{firehose:error-output-type}/").put("CompressionFormat", "GZIP");
        destination.putObject("BufferingHints").put("SizeInMBs", 64).put("IntervalInSeconds", INTERVAL_SECONDS);
        destination.putObject("DynamicPartitioningConfiguration").put("Enabled", true);
        ArrayNode processors = destination.putObject("ProcessingConfiguration").put("Enabled", true)
                .putArray("Processors");
        ArrayNode query = processors.addObject().put("Type", "MetadataExtraction").putArray("Parameters");
        query.addObject().put("ParameterName", "MetadataExtractionQuery").put("ParameterValue", "{shop: .shop}");
        query.addObject().put("ParameterName", "JsonParsingEngine").put("ParameterValue", "JQ-1.6");
        processors.addObject().put("Type", "AppendDelimiterToRecord");
        stream.putObject("Sluice").put("Delivery", "buffer").putObject("Source").put("Type", "sqs")
                .put("QueueARN", queueArn).put("MaximumBatchingWindowInSeconds", WINDOW_SECONDS);
        return stream;
    }
}
