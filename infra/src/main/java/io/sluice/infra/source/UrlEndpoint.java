package io.sluice.infra.source;

import io.sluice.deployment.SourceRights;
import io.sluice.infra.CallerKeys;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.TokenNames;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.lambda.FunctionUrlAuthType;
import software.amazon.awscdk.services.lambda.FunctionUrlOptions;
import software.constructs.Construct;

/// The URL at which a function takes calls. Lambda lets everybody in, since clients sign for Firehose and not for
/// Lambda: the function itself checks signatures, with the access keys of a secret.
public final class UrlEndpoint extends Construct {
    /// The variable that tells the function which secret has the access keys.
    public static final String KEYS_SECRET = "SLUICE_KEYS_SECRET";

    public UrlEndpoint(Construct scope, String id, CallerKeys keys, SluiceFunction function) {
        super(scope, id);
        ResourceChecks.requireSameRegionAndAccount("The secret " + keys.secretArn(), keys.secretArn(), Stack.of(this));
        function.allow(PolicyStatements.of(SourceRights.secret(keys.secretArn()), TokenNames.STACK));
        keys.keyArn().map(KeyUse::secrets).ifPresent(function::allow);
        var url = function.live()
                .addFunctionUrl(FunctionUrlOptions.builder().authType(FunctionUrlAuthType.NONE).build());
        CfnOutput.Builder.create(this, "Url").description("Where producers call: AWS_ENDPOINT_URL_FIREHOSE")
                .value(url.getUrl()).build();
    }
}
