package io.sluice.infra.storage;

import io.sluice.deployment.DeployedName;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Aws;

/// The names of a deployment as CDK knows them, mostly tokens, in place of those in [io.sluice.deployment]'s texts.
public final class TokenNames {
    /// Those that every stack has.
    public static final TokenNames STACK = new TokenNames(Map.of(DeployedName.PARTITION.word(), Aws.PARTITION,
            DeployedName.REGION.word(), Aws.REGION, DeployedName.ACCOUNT_ID.word(), Aws.ACCOUNT_ID,
            DeployedName.URL_SUFFIX.word(), Aws.URL_SUFFIX));

    private final Map<String, String> names;

    private TokenNames(Map<String, String> names) {
        this.names = names;
    }

    /// The same and another name.
    public TokenNames with(DeployedName name, String token) {
        var more = new TreeMap<>(names);
        more.put(name.word(), token);
        return new TokenNames(more);
    }

    /// `text` with the names in it.
    public String fill(String text) {
        return DeployedName.fill(text, this::of);
    }

    private String of(String word) {
        var name = names.get(word);
        if (name == null) {
            throw new IllegalStateException("Nobody told the name ${" + word + "}");
        }
        return name;
    }
}
