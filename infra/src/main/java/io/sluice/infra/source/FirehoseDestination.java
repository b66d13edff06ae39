package io.sluice.infra.source;

import io.sluice.deployment.FirehoseProcessors;
import io.sluice.deployment.FirehoseSettings;
import java.util.List;
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
record FirehoseDestination(FirehoseSettings settings, String bucketArn, String roleArn, String functionArn) {
    ExtendedS3DestinationConfigurationProperty create(String logGroup, String logStream) {
        var destination = ExtendedS3DestinationConfigurationProperty.builder().bucketArn(bucketArn).roleArn(roleArn)
                .prefix(settings.prefix()).errorOutputPrefix(settings.errorOutputPrefix().orElse(null))
                .compressionFormat(settings.compressionFormat())
                .customTimeZone(settings.customTimeZone().orElse(null))
                .cloudWatchLoggingOptions(CloudWatchLoggingOptionsProperty.builder().enabled(true)
                        .logGroupName(logGroup).logStreamName(logStream).build())
                .encryptionConfiguration(encryption())
                .processingConfiguration(ProcessingConfigurationProperty.builder().enabled(true)
                        .processors(processors().stream().map(FirehoseDestination::property).toList()).build());
        if (!settings.definition().isBuffered()) {
            destination.fileExtension(settings.text("FileExtension").orElse(null)).bufferingHints(hints())
                    .dynamicPartitioningConfiguration(settings.isPartitioned() ? partitioning() : null);
        }
        return destination.build();
    }

    private List<FirehoseProcessors.Processor> processors() {
        return FirehoseProcessors.of(settings.definition(), functionArn, roleArn);
    }

    private BufferingHintsProperty hints() {
        return BufferingHintsProperty.builder().sizeInMBs(settings.sizeInMbs())
                .intervalInSeconds(settings.definition().configuration().interval().toSeconds()).build();
    }

    private DynamicPartitioningConfigurationProperty partitioning() {
        return DynamicPartitioningConfigurationProperty.builder().enabled(true)
                .retryOptions(RetryOptionsProperty.builder()
                        .durationInSeconds(settings.definition().configuration().retry().toSeconds()).build())
                .build();
    }

    private EncryptionConfigurationProperty encryption() {
        return settings.definition().configuration().kmsKeyArn()
                .map(arn -> EncryptionConfigurationProperty.builder()
                        .kmsEncryptionConfig(KMSEncryptionConfigProperty.builder().awskmsKeyArn(arn).build()).build())
                .orElseGet(() -> EncryptionConfigurationProperty.builder().noEncryptionConfig("NoEncryption").build());
    }

    private static ProcessorProperty property(FirehoseProcessors.Processor processor) {
        return ProcessorProperty.builder().type(processor.type())
                .parameters(processor.parameters().entrySet().stream()
                        .map(parameter -> ProcessorParameterProperty.builder().parameterName(parameter.getKey())
                                .parameterValue(parameter.getValue()).build())
                        .toList())
                .build();
    }
}
