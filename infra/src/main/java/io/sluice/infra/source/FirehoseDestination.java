package io.sluice.infra.source;

import io.sluice.infra.StreamDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.BufferingHintsProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.CloudWatchLoggingOptionsProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.DynamicPartitioningConfigurationProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.EncryptionConfigurationProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.ExtendedS3DestinationConfigurationProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.KMSEncryptionConfigProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.ProcessingConfigurationProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.ProcessorParameterProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.ProcessorProperty;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream.RetryOptionsProperty;

/// The destination of a delivery stream, taken from the stream's configuration so that no setting is written twice.
///
/// @param bucketArn   ARN of the data bucket
/// @param roleArn     role that Firehose works under
/// @param functionArn alias of the transform function
record FirehoseDestination(StreamDefinition definition, String bucketArn, String roleArn, String functionArn) {
    /// The prefix under which Firehose itself would put records of a buffered stream, should anyone take its processor
    /// off: apart from the prefixes that tables read.
    static final String UNPARTITIONED = "unpartitioned/";

    private static final String FROM_QUERY = "!{partitionKeyFromQuery:";
    private static final String FROM_LAMBDA = "!{partitionKeyFromLambda:";
    private static final long MIB = 1024 * 1024;

    ExtendedS3DestinationConfigurationProperty create(String logGroup, String logStream) {
        var destination = ExtendedS3DestinationConfigurationProperty.builder().bucketArn(bucketArn).roleArn(roleArn)
                .prefix(prefix()).errorOutputPrefix(text("ErrorOutputPrefix").orElse(null))
                .compressionFormat(text("CompressionFormat").orElse("UNCOMPRESSED"))
                .customTimeZone(text("CustomTimeZone").orElse(null))
                .cloudWatchLoggingOptions(CloudWatchLoggingOptionsProperty.builder().enabled(true)
                        .logGroupName(logGroup).logStreamName(logStream).build())
                .encryptionConfiguration(encryption())
                .processingConfiguration(ProcessingConfigurationProperty.builder().enabled(true)
                        .processors(processors().stream().map(FirehoseDestination::property).toList()).build());
        if (!definition.isBuffered()) {
            destination.fileExtension(text("FileExtension").orElse(null)).bufferingHints(hints())
                    .dynamicPartitioningConfiguration(partitioning());
        }
        return destination.build();
    }

    /// The members of `ExtendedS3DestinationUpdate` that attach the function to a stream that exists, under the API's
    /// names.
    Map<String, Object> update() {
        var update = new LinkedHashMap<String, Object>();
        if (!definition.isBuffered()) {
            update.put("Prefix", prefix());
            text("ErrorOutputPrefix").ifPresent(prefix -> update.put("ErrorOutputPrefix", prefix));
        }
        update.put("ProcessingConfiguration",
                Map.of("Enabled", true, "Processors", processors().stream().map(FirehoseDestination::api).toList()));
        return update;
    }

    /// Firehose partitions by what the function answers, so keys that the configuration takes from its jq query are
    /// Lambda keys to Firehose. (Validation refuses a prefix that takes one key from both.)
    private String prefix() {
        if (definition.isBuffered()) {
            return UNPARTITIONED;
        }
        return text("Prefix").orElse("").replace(FROM_QUERY, FROM_LAMBDA);
    }

    private List<FirehoseProcessors.Processor> processors() {
        return FirehoseProcessors.of(definition, functionArn, roleArn);
    }

    private BufferingHintsProperty hints() {
        return BufferingHintsProperty.builder().sizeInMBs(definition.configuration().objectBytesMax() / MIB)
                .intervalInSeconds(definition.configuration().interval().toSeconds()).build();
    }

    private DynamicPartitioningConfigurationProperty partitioning() {
        return DynamicPartitioningConfigurationProperty.builder().enabled(true)
                .retryOptions(RetryOptionsProperty.builder()
                        .durationInSeconds(definition.configuration().retry().toSeconds()).build())
                .build();
    }

    private EncryptionConfigurationProperty encryption() {
        return definition.configuration().kmsKeyArn()
                .map(arn -> EncryptionConfigurationProperty.builder()
                        .kmsEncryptionConfig(KMSEncryptionConfigProperty.builder().awskmsKeyArn(arn).build()).build())
                .orElseGet(() -> EncryptionConfigurationProperty.builder().noEncryptionConfig("NoEncryption").build());
    }

    private Optional<String> text(String member) {
        var value = definition.destination(member);
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    private static ProcessorProperty property(FirehoseProcessors.Processor processor) {
        return ProcessorProperty.builder().type(processor.type())
                .parameters(processor.parameters().entrySet().stream()
                        .map(parameter -> ProcessorParameterProperty.builder().parameterName(parameter.getKey())
                                .parameterValue(parameter.getValue()).build())
                        .toList())
                .build();
    }

    private static Map<String, Object> api(FirehoseProcessors.Processor processor) {
        return Map.of("Type", processor.type(), "Parameters", processor.parameters().entrySet().stream().map(
                parameter -> Map.of("ParameterName", parameter.getKey(), "ParameterValue", parameter.getValue()))
                .toList());
    }
}
