package io.sluice.local.serve.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A configuration as other tools want it: a file, a call of the AWS CLI, Terraform, CDK. The `Sluice` section, which
/// only Sluice knows, is in the file alone.
final class Forms {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectWriter PRETTY = JSON
            .writer(new DefaultPrettyPrinter(DefaultPrettyPrinter.DEFAULT_SEPARATORS
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)));
    private static final String DESTINATION = "ExtendedS3DestinationConfiguration";
    /// Blocks of Terraform's resource whose names are not the API's.
    private static final Map<String, String> BLOCKS = Map.of("CloudWatchLoggingOptions", "cloudwatch_logging_options",
            "S3BackupConfiguration",
            "s3_backup_configuration");

    private Forms() {}

    /// One form.
    enum Form {
        FILE, CLI, TERRAFORM, CDK;

        static Optional<Form> of(String name) {
            return List.of(values()).stream().filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }
    }

    /// @param configuration what `create-delivery-stream` takes, beside a section `Sluice`
    static String of(ObjectNode configuration, Form form) {
        ObjectNode bare = configuration.deepCopy();
        bare.remove("Sluice");
        return switch (form) {
            case FILE -> json(configuration) + "\n";
            case CLI -> cli(bare);
            case TERRAFORM -> terraform(bare);
            case CDK -> cdk(bare);
        };
    }

    private static String json(JsonNode value) {
        try {
            return PRETTY.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can be written", e);
        }
    }

    /// In single quotes, in which a shell changes nothing.
    private static String cli(ObjectNode bare) {
        return "aws firehose create-delivery-stream --cli-input-json '" + json(bare).replace("'", "'\\''") + "'\n";
    }

    private static String terraform(ObjectNode bare) {
        var out = new StringBuilder("resource \"aws_kinesis_firehose_delivery_stream\" ")
                .append(hcl(label(bare.path("DeliveryStreamName").asText()))).append(" {\n");
        out.append("  name        = ").append(hcl(bare.path("DeliveryStreamName").asText())).append('\n');
        out.append("  destination = \"extended_s3\"\n");
        if (bare.get(DESTINATION) instanceof ObjectNode destination) {
            block("extended_s3_configuration", destination, 1, out);
        }
        return out.append("}\n").toString();
    }

    private static String label(String name) {
        String label = name.replaceAll("[^A-Za-z0-9_-]", "_");
        return label.isEmpty() || !Character.isLetter(label.charAt(0)) ? "stream_" + label : label;
    }

    private static void block(String name, ObjectNode content, int depth, StringBuilder out) {
        String indent = "  ".repeat(depth);
        out.append('\n').append(indent).append(name).append(" {\n");
        content.properties().forEach(each -> member(each.getKey(), each.getValue(), depth + 1, out));
        out.append(indent).append("}\n");
    }

    private static void member(String name, JsonNode value, int depth, StringBuilder out) {
        switch (value) {
            case ObjectNode object when name.equals("BufferingHints") -> {
                attribute("buffering_size", object.path("SizeInMBs"), depth, out);
                attribute("buffering_interval", object.path("IntervalInSeconds"), depth, out);
            }
            case ObjectNode object when name.equals("EncryptionConfiguration") -> attribute("kms_key_arn",
                    object.path("KMSEncryptionConfig").path("AWSKMSKeyARN"), depth, out);
            case ObjectNode object when name.equals("RetryOptions") ->
                attribute("retry_duration", object.path("DurationInSeconds"), depth, out);
            case ObjectNode object -> block(BLOCKS.getOrDefault(name, snake(name)), object, depth, out);
            case ArrayNode array when !array.isEmpty() && array.valueStream().allMatch(JsonNode::isObject) ->
                array.forEach(
                        each -> block(snake(name), (ObjectNode) each, depth, out));
            default -> attribute(snake(name), value, depth, out);
        }
    }

    private static void attribute(String name, JsonNode value, int depth, StringBuilder out) {
        if (!value.isMissingNode() && !value.isNull()) {
            out.append("  ".repeat(depth)).append(name).append(" = ").append(hcl(value)).append('\n');
        }
    }

    private static String hcl(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(Forms::hcl).collect(Collectors.joining(", ", "[", "]"))
                : value.isTextual() ? hcl(value.asText()) : value.toString();
    }

    /// A text of HCL: JSON's escapes, and its templates are none.
    private static String hcl(String text) {
        return json(JSON.getNodeFactory().textNode(text)).replace("${", "$${").replace("%{", "%%{");
    }

    private static String snake(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2")
                .toLowerCase(Locale.ROOT);
    }

    private static String cdk(ObjectNode bare) {
        return "import { CfnDeliveryStream } from \"aws-cdk-lib/aws-kinesisfirehose\";\n\n"
                + "new CfnDeliveryStream(this, \"Stream\", " + json(camel(bare)) + ");\n";
    }

    private static JsonNode camel(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode renamed = JSON.createObjectNode();
                object.properties().forEach(each -> renamed.set(camel(each.getKey()), camel(each.getValue())));
                yield renamed;
            }
            case ArrayNode array -> {
                ArrayNode renamed = JSON.createArrayNode();
                array.forEach(each -> renamed.add(camel(each)));
                yield renamed;
            }
            default -> value;
        };
    }

    /// As CDK makes property names: `RoleARN` to `roleArn`, `AWSKMSKeyARN` to `awskmsKeyArn`.
    private static String camel(String name) {
        String plain = name.replaceAll("ARN$", "Arn").replace("ARNs", "Arns");
        int upper = 0;
        while (upper < plain.length() && Character.isUpperCase(plain.charAt(upper))) {
            upper++;
        }
        int lower = upper > 1 && upper < plain.length() && Character.isLowerCase(plain.charAt(upper))
                ? upper - 1
                : Math.max(upper, 1);
        return plain.isEmpty() ? plain : plain.substring(0, lower).toLowerCase(Locale.ROOT) + plain.substring(lower);
    }
}
