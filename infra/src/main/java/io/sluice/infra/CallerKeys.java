package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.infra.source.SourceText;
import java.util.Optional;
import software.amazon.awscdk.services.secretsmanager.ISecret;

/// The access keys that may call a stream: a secret of AWS Secrets Manager, whose text is a JSON object of access key
/// ids and their secret keys. Texts may be tokens of the app's own secrets and keys.
///
/// @param secretArn the whole ARN, with the six characters at its end
/// @param keyArn    the KMS key that it is encrypted with, where that is not AWS's own
public record CallerKeys(String secretArn, Optional<String> keyArn) {
    public CallerKeys {
        SourceText.require(ResourceText.SECRET, secretArn);
        keyArn.ifPresent(key -> SourceText.require(ResourceText.KEY, key));
    }

    /// A secret under AWS's own key.
    public static CallerKeys of(String secretArn) {
        return new CallerKeys(secretArn, Optional.empty());
    }

    /// A secret of the app's, with its key, where it has one of its own.
    public static CallerKeys of(ISecret secret) {
        return new CallerKeys(secret.getSecretArn(),
                Optional.ofNullable(secret.getEncryptionKey()).map(key -> key.getKeyArn()));
    }
}
