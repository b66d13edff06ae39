package io.sluice.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.layout.CustomTimeZone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The settings of a stream's Firehose stream, taken from the stream's configuration so that none is written twice.
public record FirehoseSettings(StreamDefinition definition) {
    /// The prefix under which Firehose itself would put records of a buffered stream, should anyone take its processor
    /// off: apart from the prefixes that tables read.
    public static final String UNPARTITIONED = "unpartitioned/";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final String FROM_QUERY = "!{partitionKeyFromQuery:";
    private static final String FROM_LAMBDA = "!{partitionKeyFromLambda:";
    private static final String BACKUP = "S3BackupConfiguration";
    private static final String CONVERSION = "DataFormatConversionConfiguration";
    private static final long MIB = 1024 * 1024;
    /// What Firehose takes where a format says nothing.
    private static final Map<String, Map<String, Object>> FORMAT_PRESETS = Map.of(
            "OpenXJsonSerDe", Map.of("CaseInsensitive", true), "HiveJsonSerDe", Map.of("TimestampFormats", List.of()),
            "ParquetSerDe", Map.of("Compression", "SNAPPY"), "OrcSerDe", Map.of("Compression", "SNAPPY"));

    /// Firehose partitions by what the function answers, so keys that the configuration takes from its jq query are
    /// Lambda keys to Firehose. (Validation refuses a prefix that takes one key from both.)
    public String prefix() {
        return definition.isBuffered()
                ? UNPARTITIONED
                : text("Prefix").orElse("").replace(FROM_QUERY, FROM_LAMBDA);
    }

    /// A member of `ExtendedS3DestinationConfiguration` that is a text.
    public Optional<String> text(String member) {
        var value = definition.destination(member);
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    public String compressionFormat() {
        return text("CompressionFormat").orElse("UNCOMPRESSED");
    }

    /// `BufferingHints.SizeInMBs`.
    public long sizeInMbs() {
        return definition.configuration().objectBytesMax() / MIB;
    }

    /// The members of `ExtendedS3DestinationUpdate` that attach the function to a stream that exists, under the API's
    /// names.
    ///
    /// @param functionArn the transform function's alias
    /// @param roleArn     whom Firehose invokes it as
    public Map<String, Object> update(String functionArn, String roleArn) {
        var update = new LinkedHashMap<String, Object>();
        if (!definition.isBuffered()) {
            update.put("Prefix", prefix());
            text("ErrorOutputPrefix").ifPresent(prefix -> update.put("ErrorOutputPrefix", prefix));
        }
        update.put("ProcessingConfiguration", processing(functionArn, roleArn));
        return update;
    }

    /// The call that attaches the function to a stream that exists: JSON that fits between a shell's single quotes.
    public String attachCommand(String stream, String functionArn, String roleArn) {
        var describe = "aws firehose describe-delivery-stream --delivery-stream-name " + stream
                + " --output text --query DeliveryStreamDescription.";
        return "aws firehose update-destination --delivery-stream-name " + stream
                + " --current-delivery-stream-version-id \"$(" + describe + "VersionId)\" --destination-id \"$("
                + describe + "'Destinations[0].DestinationId')\" --extended-s3-destination-update '"
                + quotable(update(functionArn, roleArn)) + "'";
    }

    /// Names that are only known at deployment stand in it as they are: an ARN has nothing that JSON would escape.
    private static String quotable(Map<String, Object> update) {
        try {
            return JSON.writeValueAsString(update).replace("'", "\\u0027");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Texts do not serialise", e);
        }
    }

    private Map<String, Object> processing(String functionArn, String roleArn) {
        return Map.of("Enabled", true, "Processors",
                FirehoseProcessors.of(definition, functionArn, roleArn).stream().map(FirehoseSettings::api).toList());
    }

    private static Map<String, Object> api(FirehoseProcessors.Processor processor) {
        return Map.of("Type", processor.type(), "Parameters", processor.parameters().entrySet().stream().map(
                parameter -> Map.of("ParameterName", parameter.getKey(), "ParameterValue", parameter.getValue()))
                .toList());
    }

    /// `CustomTimeZone`, by the name that Firehose knows.
    public Optional<String> customTimeZone() {
        return text("CustomTimeZone").map(CustomTimeZone::ofFirehose);
    }

    /// Tests whether Firehose partitions: it takes that with keys in the prefix alone.
    public boolean isPartitioned() {
        return definition.destination("DynamicPartitioningConfiguration").path("Enabled").asBoolean(false);
    }

    /// `ErrorOutputPrefix`. What Firehose gives up of a buffered stream goes beside the stream's own errors, whatever
    /// `Prefix` is to Firehose.
    public Optional<String> errorOutputPrefix() {
        Optional<String> given = text("ErrorOutputPrefix").filter(text -> !text.isEmpty());
        return given.isPresent() || !definition.isBuffered()
                ? given
                : Optional.of(definition.configuration().errorOutputPrefix().text());
    }

    /// `ExtendedS3DestinationConfiguration` of a new stream, without its logging.
    public Map<String, Object> destination() {
        var role = DeployedName.FIREHOSE_ROLE_ARN.toString();
        var destination = new LinkedHashMap<String, Object>();
        destination.put("BucketARN", DeployedName.DATA_BUCKET_ARN.toString());
        destination.put("RoleARN", role);
        destination.put("Prefix", prefix());
        errorOutputPrefix().ifPresent(prefix -> destination.put("ErrorOutputPrefix", prefix));
        destination.put("CompressionFormat", compressionFormat());
        customTimeZone().ifPresent(zone -> destination.put("CustomTimeZone", zone));
        destination.put("EncryptionConfiguration", definition.configuration().kmsKeyArn()
                .<Map<String, Object>>map(arn -> Map.of("KMSEncryptionConfig", Map.of("AWSKMSKeyARN", arn)))
                .orElseGet(() -> Map.of("NoEncryptionConfig", "NoEncryption")));
        destination.put("ProcessingConfiguration", processing(DeployedName.TRANSFORM_ARN.toString(), role));
        if (!definition.isBuffered()) {
            text("FileExtension").ifPresent(extension -> destination.put("FileExtension", extension));
            destination.put("BufferingHints", Map.of("SizeInMBs", sizeInMbs(), "IntervalInSeconds",
                    definition.configuration().interval().toSeconds()));
            if (isPartitioned()) {
                destination.put("DynamicPartitioningConfiguration", Map.of("Enabled", true, "RetryOptions",
                        Map.of("DurationInSeconds", definition.configuration().retry().toSeconds())));
            }
        }
        destination.putAll(passedOn(role));
        return destination;
    }

    /// The members of the destination that Sluice has no part in: the backup of source records, Parquet and ORC.
    /// CloudFormation has these under the API's names, so they go over word for word; only the roles in them become the
    /// deployment's.
    public Map<String, Object> passedOn(String roleArn) {
        var members = new LinkedHashMap<String, Object>();
        if (isBackedUp()) {
            members.put("S3BackupMode", "Enabled");
            members.put(BACKUP, withRole(definition.destination(BACKUP), roleArn));
        }
        var conversion = definition.destination(CONVERSION);
        if (!conversion.isMissingNode() && !definition.isBuffered()) {
            var converting = members(toldWhole(conversion));
            converting.put("SchemaConfiguration", withRole(conversion.path("SchemaConfiguration"), roleArn));
            members.put(CONVERSION, converting);
        }
        return members;
    }

    /// A conversion whose formats have a member each: CDK leaves empty objects out, and Firehose takes no conversion
    /// without both.
    private static JsonNode toldWhole(JsonNode conversion) {
        var whole = conversion.deepCopy();
        FORMAT_PRESETS.forEach((format, preset) -> whole.findParents(format).stream()
                .filter(parent -> parent.path(format).isEmpty())
                .forEach(parent -> ((ObjectNode) parent).set(format, JSON.valueToTree(preset))));
        return whole;
    }

    /// The members of a stream that producers put to: its own encryption, and the hint of its throughput.
    public Map<String, Object> ofDirectPut() {
        var members = new LinkedHashMap<String, Object>();
        members.put("DeliveryStreamEncryptionConfigurationInput", Map.of("KeyType", "AWS_OWNED_CMK"));
        for (var member : List.of("DirectPutSourceConfiguration", "DeliveryStreamEncryptionConfigurationInput")) {
            var value = definition.json().path(member);
            if (value.isContainerNode()) {
                members.put(member, members(value));
            }
        }
        return members;
    }

    /// `Tags` of the configuration.
    public Map<String, String> tags() {
        var tags = new LinkedHashMap<String, String>();
        definition.json().path("Tags").forEach(tag -> tags.put(tag.path("Key").asText(), tag.path("Value").asText()));
        return tags;
    }

    /// The rights of Firehose's role, but for those on the source.
    ///
    /// @param objectKeys ARNs of the keys of the data bucket, each once
    public List<Right> rights(List<String> objectKeys) {
        var all = new ArrayList<>(delivering(objectKeys));
        all.addAll(ownRights());
        all.add(logging());
        return all;
    }

    /// Those on the log group of what Firehose reports.
    public static Right logging() {
        return Right.of(List.of("logs:PutLogEvents"), DeployedName.FIREHOSE_LOGS_ARN);
    }

    /// Those on what it delivers to and whom it invokes.
    ///
    /// @param objectKeys as above
    public List<Right> delivering(List<String> objectKeys) {
        var statements = new ArrayList<Right>();
        statements.add(Right.of(List.of("s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads"),
                DeployedName.DATA_BUCKET_ARN));
        statements.add(Right.of(List.of("s3:AbortMultipartUpload", "s3:GetObject", "s3:PutObject"), heads().stream()
                .distinct().map(head -> DeployedName.DATA_BUCKET_ARN + "/" + head + "*").toList()));
        statements.add(SourceRights.invoke());
        objectKeys.forEach(key -> statements.add(KeyRights.objects(key)));
        return statements;
    }

    private List<String> heads() {
        return List.of(definition.isBuffered() ? UNPARTITIONED : definition.literalHead("Prefix"),
                definition.literalHead("ErrorOutputPrefix"));
    }

    /// The rights that the backup and the conversion take.
    public List<Right> ownRights() {
        var statements = new ArrayList<Right>();
        var backup = definition.destination(BACKUP);
        if (isBackedUp()) {
            var bucket = backup.path("BucketARN").asText();
            statements.add(Right.of(
                    List.of("s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads"), bucket));
            statements.add(Right.of(List.of("s3:AbortMultipartUpload", "s3:GetObject", "s3:PutObject"),
                    bucket + "/" + StreamDefinition.literalHead(backup.path("Prefix")) + "*"));
            var key = backup.at("/EncryptionConfiguration/KMSEncryptionConfig/AWSKMSKeyARN");
            if (key.isTextual()) {
                statements.add(KeyRights.objects(key.asText()));
            }
        }
        var schema = definition.destination(CONVERSION).path("SchemaConfiguration");
        if (schema.has("TableName") && !definition.isBuffered()) {
            statements.add(Right.of(List.of("glue:GetTable", "glue:GetTableVersion", "glue:GetTableVersions"),
                    tables(schema)));
        }
        return statements;
    }

    private boolean isBackedUp() {
        return definition.destination("S3BackupMode").asText().equals("Enabled");
    }

    private static List<String> tables(JsonNode schema) {
        var glue = "arn:" + DeployedName.PARTITION + ":glue:"
                + schema.path("Region").asText(DeployedName.REGION.toString()) + ":"
                + schema.path("CatalogId").asText(DeployedName.ACCOUNT_ID.toString()) + ":";
        var database = schema.path("DatabaseName").asText();
        return List.of(glue + "catalog", glue + "database/" + database,
                glue + "table/" + database + "/" + schema.path("TableName").asText());
    }

    private static Map<String, Object> withRole(JsonNode section, String roleArn) {
        var members = members(section);
        members.put("RoleARN", roleArn);
        return members;
    }

    private static Map<String, Object> members(JsonNode section) {
        return JSON.convertValue(section, new TypeReference<LinkedHashMap<String, Object>>() {
        });
    }
}
