package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.infra.source.SourceText;
import java.util.Optional;

/// A secret of AWS Secrets Manager that Lambda reads to reach a Kafka cluster. Texts may be tokens of the app's own
/// secrets and keys.
///
/// @param arn    the whole ARN, with the six characters at its end
/// @param keyArn the KMS key that it is encrypted with, where that is not AWS's own
public record KafkaSecret(String arn, Optional<String> keyArn) {
    public KafkaSecret {
        SourceText.require(ResourceText.SECRET, arn);
        keyArn.ifPresent(key -> SourceText.require(ResourceText.KEY, key));
    }

    /// A secret under AWS's own key.
    public static KafkaSecret of(String arn) {
        return new KafkaSecret(arn, Optional.empty());
    }
}
