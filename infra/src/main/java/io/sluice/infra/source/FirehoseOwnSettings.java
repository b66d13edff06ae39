package io.sluice.infra.source;

import io.sluice.deployment.FirehoseSettings;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.TokenNames;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream;

/// The settings of a configuration that are the delivery stream's own, and that Sluice has no part in, with the rights
/// that they take. Only the roles in them become the stack's.
///
/// @param settings the stream's
/// @param role     role that Firehose works under
record FirehoseOwnSettings(FirehoseSettings settings, Role role) {
    private static final String DESTINATION = "ExtendedS3DestinationConfiguration.";

    void apply(CfnDeliveryStream stream) {
        PolicyStatements.of(settings.ownRights(), TokenNames.STACK).forEach(role::addToPolicy);
        settings.passedOn(role.getRoleArn())
                .forEach((member, value) -> stream.addPropertyOverride(DESTINATION + member, value));
        // Beside those that the app's owner puts on everything; an override would replace them.
        settings.tags().forEach((key, value) -> stream.getTags().setTag(key, value));
        if ("DirectPut".equals(stream.getDeliveryStreamType())) {
            settings.ofDirectPut().forEach(stream::addPropertyOverride);
        }
    }
}
