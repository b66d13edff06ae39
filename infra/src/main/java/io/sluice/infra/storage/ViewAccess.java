package io.sluice.infra.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/// The access that it takes to replace a view in Athena: the workgroup that runs the statement, the database that the
/// view and its tables are in, and a place for the statement's result, which Athena writes of every statement.
///
/// @param workgroup where the statement runs; it must not enforce a result location of its own
/// @param database  of the view and both tables
/// @param data      the bucket that results go to
/// @param key       its KMS key
public record ViewAccess(String workgroup, String database, IBucket data, Optional<IKey> key) {
    private static final String RESULTS = "athena-results/";

    /// The location of the statements' results.
    public String results() {
        return "s3://" + data.getBucketName() + "/" + RESULTS;
    }

    /// The rights of whoever runs the statement (Step Functions developer guide, "Athena"; Athena user guide,
    /// "Fine-grained access to databases and tables"), on this workgroup, this database and this prefix.
    public List<PolicyStatement> statements(Construct scope) {
        Stack stack = Stack.of(scope);
        var statements = new ArrayList<>(List.of(
                statement(
                        List.of("athena:GetQueryExecution", "athena:StartQueryExecution", "athena:StopQueryExecution"),
                        List.of(arn(stack, "athena", "workgroup", workgroup))),
                statement(List.of("athena:GetDataCatalog"),
                        List.of(arn(stack, "athena", "datacatalog", "AwsDataCatalog"))),
                statement(List.of("glue:CreateTable", "glue:GetDatabase", "glue:GetTable", "glue:GetTables",
                        "glue:UpdateTable"),
                        List.of(catalog(stack), arn(stack, "glue", "database", database),
                                arn(stack, "glue", "table", database + "/*"))),
                // Athena asks whether this one is there before any statement on another.
                statement(List.of("glue:GetDatabase"), List.of(arn(stack, "glue", "database", "default"))),
                statement(List.of("s3:GetBucketLocation", "s3:ListBucket"), List.of(data.getBucketArn())),
                statement(List.of("s3:AbortMultipartUpload", "s3:GetObject", "s3:ListMultipartUploadParts",
                        "s3:PutObject"), List.of(data.arnForObjects(RESULTS + "*")))));
        key.ifPresent(present -> statements.add(KeyUse.objects(present)));
        return statements;
    }

    private static String catalog(Stack stack) {
        return stack.formatArn(ArnComponents.builder().service("glue").resource("catalog")
                .arnFormat(ArnFormat.NO_RESOURCE_NAME).build());
    }

    private static String arn(Stack stack, String service, String type, String name) {
        return stack.formatArn(ArnComponents.builder().service(service).resource(type).resourceName(name).build());
    }

    private static PolicyStatement statement(List<String> actions, List<String> resources) {
        return PolicyStatement.Builder.create().actions(actions).resources(resources).build();
    }
}
