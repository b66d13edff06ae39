package io.sluice.infra.source;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.infra.StreamDefinition;
import io.sluice.infra.storage.KeyUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream;

/// The settings of a configuration that are the delivery stream's own, and that Sluice has no part in: the backup of
/// source records, Parquet and ORC, tags, the throughput hint, the stream's own encryption. CloudFormation has these
/// under the API's names, so they go over word for word; only the roles in them become the stack's.
///
/// @param definition the stream
/// @param role       role that Firehose works under
record FirehoseOwnSettings(StreamDefinition definition, Role role) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DESTINATION = "ExtendedS3DestinationConfiguration.";
    private static final String BACKUP = "S3BackupConfiguration";
    private static final String CONVERSION = "DataFormatConversionConfiguration";

    void apply(CfnDeliveryStream stream) {
        permissions().forEach(role::addToPolicy);
        if (definition.destination("S3BackupMode").asText().equals("Enabled")) {
            stream.addPropertyOverride(DESTINATION + "S3BackupMode", "Enabled");
            stream.addPropertyOverride(DESTINATION + BACKUP, withRole(definition.destination(BACKUP)));
        }
        var conversion = definition.destination(CONVERSION);
        if (!conversion.isMissingNode() && !definition.isBuffered()) {
            var members = members(conversion);
            members.put("SchemaConfiguration", withRole(conversion.path("SchemaConfiguration")));
            stream.addPropertyOverride(DESTINATION + CONVERSION, members);
        }
        for (var tag : definition.json().path("Tags")) {
            // Beside those that the app's owner puts on everything; an override would replace them.
            stream.getTags().setTag(tag.path("Key").asText(), tag.path("Value").asText());
        }
        if ("DirectPut".equals(stream.getDeliveryStreamType())) {
            passOn(stream, "DirectPutSourceConfiguration");
            passOn(stream, "DeliveryStreamEncryptionConfigurationInput");
        }
    }

    private void passOn(CfnDeliveryStream stream, String member) {
        var value = definition.json().path(member);
        if (value.isContainerNode()) {
            stream.addPropertyOverride(member, JSON.convertValue(value, Object.class));
        }
    }

    private Map<String, Object> withRole(JsonNode section) {
        var members = members(section);
        members.put("RoleARN", role.getRoleArn());
        return members;
    }

    private static Map<String, Object> members(JsonNode section) {
        return JSON.convertValue(section, new TypeReference<LinkedHashMap<String, Object>>() {
        });
    }

    private List<PolicyStatement> permissions() {
        var statements = new ArrayList<PolicyStatement>();
        var backup = definition.destination(BACKUP);
        if (definition.destination("S3BackupMode").asText().equals("Enabled")) {
            var bucket = backup.path("BucketARN").asText();
            statements.add(statement(
                    List.of("s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads"),
                    List.of(bucket)));
            statements.add(statement(List.of("s3:AbortMultipartUpload", "s3:GetObject", "s3:PutObject"),
                    List.of(bucket + "/" + StreamDefinition.literalHead(backup.path("Prefix")) + "*")));
            var key = backup.at("/EncryptionConfiguration/KMSEncryptionConfig/AWSKMSKeyARN");
            if (key.isTextual()) {
                statements.add(KeyUse.objects(key.asText()));
            }
        }
        var schema = definition.destination(CONVERSION).path("SchemaConfiguration");
        if (schema.has("TableName") && !definition.isBuffered()) {
            statements.add(statement(List.of("glue:GetTable", "glue:GetTableVersion", "glue:GetTableVersions"),
                    tableResources(schema)));
        }
        return statements;
    }

    private static List<String> tableResources(JsonNode schema) {
        var glue = "arn:" + Aws.PARTITION + ":glue:" + schema.path("Region").asText(Aws.REGION) + ":"
                + schema.path("CatalogId").asText(Aws.ACCOUNT_ID) + ":";
        var database = schema.path("DatabaseName").asText();
        return List.of(glue + "catalog", glue + "database/" + database,
                glue + "table/" + database + "/" + schema.path("TableName").asText());
    }

    private static PolicyStatement statement(List<String> actions, List<String> resources) {
        return PolicyStatement.Builder.create().actions(actions).resources(resources).build();
    }
}
