package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.source.SourceText;
import java.util.Optional;
import software.amazon.awscdk.Token;

/// Objects that others put into a bucket, whose records are a stream's. The bucket must send its events to EventBridge.
///
/// @param bucket name of a bucket that is there, in the stack's region, or a token of the app's own (`getBucketName`)
/// @param prefix what keys begin with; empty: any. Known at synthesis
/// @param suffix what keys end with; empty: any. Known at synthesis
/// @param keyArn of the KMS key of your own that encrypts the objects
public record Uploads(String bucket, String prefix, String suffix, Optional<String> keyArn) {
    private static final int KEY_CHARS_MAX = 1_024;

    public Uploads {
        SourceText.require(ResourceText.BUCKET, bucket);
        requireLiteral("prefix", prefix);
        requireLiteral("suffix", suffix);
        keyArn.ifPresent(key -> SourceText.require(ResourceText.KEY, key));
    }

    private static void requireLiteral(String what, String text) {
        if (Token.isUnresolved(text)) {
            throw new DeploymentException("The %s of the objects' keys is known only at deployment: give a literal"
                    .formatted(what));
        }
        if (text.length() > KEY_CHARS_MAX
                || text.chars().anyMatch(c -> c == '*' || c == '?' || c == '\\' || c == '$')) {
            throw new DeploymentException(("The %s %s of the objects' keys is none: at most %d characters, without '*',"
                    + " '?', '$' and '\\', which mean something else in policies").formatted(what, text,
                            KEY_CHARS_MAX));
        }
    }

    /// All objects under a prefix.
    public static Uploads under(String bucket, String prefix) {
        return new Uploads(bucket, prefix, "", Optional.empty());
    }

    /// The same with keys that end so.
    public Uploads endingWith(String end) {
        return new Uploads(bucket, prefix, end, keyArn);
    }

    /// The same with a key.
    public Uploads with(String key) {
        return new Uploads(bucket, prefix, suffix, Optional.of(key));
    }
}
