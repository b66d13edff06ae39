package io.sluice.deployment.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.deployment.DeploymentException;
import java.util.Locale;
import java.util.regex.Pattern;

/// A jar of plug-ins as a layer of all functions, whose files `java/lib/*.jar` Lambda has on the class path beside the
/// functions' own (AWS Lambda developer guide, "Packaging your layer content"). The code itself stays a release's, so
/// that another release is a parameter. Its name has the jar's digest: another jar is another layer, and makes other
/// versions of the functions, which find it for as long as they are kept.
///
/// @param digest SHA-256 of the jar, in hexadecimal
public record PluginLayer(String digest) {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final int NAME_CHARS = 12;

    public PluginLayer {
        if (!DIGEST.matcher(digest).matches()) {
            throw new DeploymentException("plugin " + digest + " is no SHA-256 in hexadecimal");
        }
    }

    /// The name of the layer's archive, beside the release's jars.
    public String archive() {
        return "plugin-" + digest.substring(0, NAME_CHARS) + ".zip";
    }

    /// Its logical id.
    String id() {
        return "Plugin" + digest.substring(0, NAME_CHARS).toUpperCase(Locale.ROOT);
    }

    /// Adds it.
    void add(Stack stack) {
        ObjectNode layer = stack.resource(id(), "AWS::Lambda::LayerVersion").put("Description",
                "Plug-ins, as java/lib/*.jar");
        ObjectNode content = layer.putObject("Content");
        content.set("S3Bucket", Stack.ref("CodeBucket"));
        content.set("S3Key", Stack.call("Fn::Sub", TextNode.valueOf("${CodePrefix}" + archive())));
        stack.keep(id(), "Retain", "Retain");
    }
}
