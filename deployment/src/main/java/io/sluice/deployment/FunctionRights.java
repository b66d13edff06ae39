package io.sluice.deployment;

import io.sluice.config.EventTarget;
import io.sluice.config.IcebergSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rights of the functions' roles, all of them.
///
/// @param buffer      what they may do with buffer and objects
/// @param platformKey ARN of the KMS key of logs, queues and environment variables
public record FunctionRights(BufferRights buffer, Optional<String> platformKey) {
    private static final List<String> LOG = List.of("logs:CreateLogStream", "logs:PutLogEvents");

    public List<Right> transform(StreamSource source) {
        var rights = started(DeployedName.TRANSFORM_LOGS_ARN);
        var definition = buffer.definition();
        if (definition.isBuffered()) {
            rights.addAll(buffer.ingest());
            rights.addAll(identities(definition, source));
        }
        rights.addAll(source.rights());
        if (!source.kind().isFirehose()) {
            source.keyRight().ifPresent(rights::add);
        }
        if (source.kind() == StreamSource.Kind.S3) {
            platformKey.map(KeyRights::receivedMessages).ifPresent(rights::add);
        }
        if (source.rights().contains(SourceRights.report(DeployedName.SOURCE_FAILURES_ARN))) {
            platformKey.map(KeyRights::messages).ifPresent(rights::add);
        }
        return rights;
    }

    /// Those that records with identities of their own take: to read positions or receipts.
    private List<Right> identities(StreamDefinition definition, StreamSource source) {
        if (source.kind().isFirehose()) {
            return List.of();
        }
        return switch (definition.sourceType().knownBy()) {
            case POSITION -> buffer.positions();
            case RECORD, OBJECT, CALL -> buffer.receipts();
            case BATCH -> List.of();
        };
    }

    public List<Right> flush() {
        var rights = started(DeployedName.FLUSH_LOGS_ARN);
        rights.addAll(buffer.flush());
        rights.add(SourceRights.report(DeployedName.FLUSHER_FAILURES_ARN));
        platformKey.map(KeyRights::messages).ifPresent(rights::add);
        if (new DeployedFunctions(buffer.definition()).isTicking()) {
            rights.addAll(SourceRights.queue(DeployedName.TICKS_QUEUE_ARN.toString()));
        }
        return rights;
    }

    /// Those of the flusher on its own alias, for a policy of their own: the function waits for its role's policy,
    /// which therefore cannot name it.
    public List<Right> flushItself() {
        return new DeployedFunctions(buffer.definition()).invokesItself()
                ? List.of(Right.of(List.of("lambda:InvokeFunction"), DeployedName.FLUSH_ARN))
                : List.of();
    }

    /// @param source prefix of a repartition's source
    public List<Right> retention(Optional<String> source) {
        var rights = started(DeployedName.RETENTION_LOGS_ARN);
        rights.addAll(buffer.retention(source));
        rights.add(SourceRights.report(DeployedName.FLUSHER_FAILURES_ARN));
        platformKey.map(KeyRights::messages).ifPresent(rights::add);
        return rights;
    }

    /// @param target of the events
    public List<Right> events(EventTarget target) {
        var rights = started(DeployedName.EVENTS_LOGS_ARN);
        rights.addAll(buffer.events());
        rights.addAll(sent(target));
        return rights;
    }

    /// Those of who sends events.
    public static List<Right> sent(EventTarget target) {
        return switch (target) {
            case EventTarget.EventBus(var arn) -> List.of(Right.of(List.of("events:PutEvents"),
                    arn.orElse("arn:" + DeployedName.PARTITION + ":events:" + DeployedName.REGION + ":"
                            + DeployedName.ACCOUNT_ID + ":event-bus/default")));
            case EventTarget.Queue(var arn, var key) -> {
                List<Right> rights = new ArrayList<>();
                rights.add(Right.of(List.of("sqs:SendMessage"), arn));
                key.map(KeyRights::messages).ifPresent(rights::add);
                yield rights;
            }
        };
    }

    /// @param table that the function registers in
    public List<Right> iceberg(IcebergSection table) {
        var rights = started(DeployedName.ICEBERG_LOGS_ARN);
        rights.addAll(buffer.iceberg(table));
        rights.addAll(catalog(table));
        return rights;
    }

    /// Those of who commits to a table of a catalog. One that speaks REST has rights of its own.
    public static List<Right> catalog(IcebergSection table) {
        return switch (table.catalog()) {
            case IcebergSection.Jdbc() -> List.of();
            case IcebergSection.Rest rest -> rest.secretArn().stream()
                    .map(arn -> Right.of(List.of("secretsmanager:GetSecretValue"), arn)).toList();
            case IcebergSection.Glue(var account) -> {
                String glue = "arn:" + DeployedName.PARTITION + ":glue:" + DeployedName.REGION + ":"
                        + account.orElse(DeployedName.ACCOUNT_ID.toString()) + ":";
                yield List.of(Right.of(
                        List.of("glue:CreateDatabase", "glue:CreateTable", "glue:GetDatabase", "glue:GetTable",
                                "glue:UpdateTable"),
                        List.of(glue + "catalog", glue + "database/" + table.namespace(),
                                glue + "table/" + table.namespace() + "/" + table.table())));
            }
        };
    }

    public List<Right> compaction() {
        var rights = started(DeployedName.COMPACTION_LOGS_ARN);
        rights.addAll(buffer.compaction());
        return rights;
    }

    /// @param from the source prefix
    public List<Right> repartition(String from) {
        var rights = started(DeployedName.REPARTITION_LOGS_ARN);
        rights.addAll(buffer.repartition(from));
        return rights;
    }

    /// That of a function in a VPC: its network interfaces are Lambda's own matter, under the function's role (AWS
    /// Lambda developer guide, "Giving Lambda functions access to resources in an Amazon VPC").
    public static Right interfaces() {
        return Right.of(List.of("ec2:AssignPrivateIpAddresses", "ec2:CreateNetworkInterface",
                "ec2:DeleteNetworkInterface", "ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets",
                "ec2:UnassignPrivateIpAddresses"), "*");
    }

    private List<Right> started(DeployedName logs) {
        List<Right> rights = new ArrayList<>();
        rights.add(Right.of(LOG, logs));
        platformKey.map(KeyRights::environment).ifPresent(rights::add);
        return rights;
    }
}
