package io.sluice.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The replacement of a view in Athena by a state machine: the workgroup that runs the statement, the database that the
/// view and its tables are in, and a place for the statement's result, which Athena writes of every statement.
///
/// @param workgroup where the statement runs; it must not enforce a result location of its own
/// @param database  of the view and both tables
public record ViewReplacement(String workgroup, String database) {
    private static final String RESULTS = "athena-results/";
    private static final String CHOICE = "AnyView";
    private static final String NONE = "NoView";
    private static final String REPLACING = "ReplaceShown";

    /// Puts it between a state and the next one: the view is replaced by what the state put into `$.shown`; a stream of
    /// which nothing was ever moved has none. The statement goes out of the input again, which has 256 KB at the most.
    void addAfter(String state, ObjectNode states) {
        ObjectNode before = (ObjectNode) states.path(state);
        String next = before.path("Next").asText();
        before.put("Next", CHOICE);
        ObjectNode choice = states.putObject(CHOICE).put("Type", "Choice").put("Default", NONE);
        choice.putArray("Choices").addObject().put("Variable", "$.shown.version").put("NumericGreaterThan", 0)
                .put("Next", REPLACING);
        states.putObject(NONE).put("Type", "Pass").put("Next", next);
        ObjectNode replacing = states.putObject(REPLACING).put("Type", "Task")
                .put("Resource", "arn:" + DeployedName.PARTITION + ":states:::athena:startQueryExecution.sync")
                .put("ResultPath", "$.shown.sql").put("Next", next);
        ObjectNode statement = replacing.putObject("Parameters").put("QueryString.$", "$.shown.sql").put("WorkGroup",
                workgroup);
        statement.putObject("QueryExecutionContext").put("Database", database);
        statement.putObject("ResultConfiguration").put("OutputLocation",
                "s3://" + DeployedName.DATA_BUCKET + "/" + RESULTS);
    }

    /// The rights of the machine (Step Functions developer guide, "Athena"; Athena user guide, "Fine-grained access to
    /// databases and tables"), on this workgroup, this database and this prefix.
    ///
    /// @param key ARN of the KMS key of the bucket that results go to
    public List<Right> rights(Optional<String> key) {
        var rights = new ArrayList<>(List.of(
                Right.of(List.of("athena:GetQueryExecution", "athena:StartQueryExecution", "athena:StopQueryExecution"),
                        arn("athena", "workgroup/" + workgroup)),
                Right.of(List.of("athena:GetDataCatalog"), arn("athena", "datacatalog/AwsDataCatalog")),
                Right.of(List.of("glue:CreateTable", "glue:GetDatabase", "glue:GetTable", "glue:GetTables",
                        "glue:UpdateTable"),
                        List.of(arn("glue", "catalog"), arn("glue", "database/" + database),
                                arn("glue", "table/" + database + "/*"))),
                // Athena asks whether this one is there before any statement on another.
                Right.of(List.of("glue:GetDatabase"), arn("glue", "database/default")),
                Right.of(List.of("s3:GetBucketLocation", "s3:ListBucket"), DeployedName.DATA_BUCKET_ARN),
                Right.of(List.of("s3:AbortMultipartUpload", "s3:GetObject", "s3:ListMultipartUploadParts",
                        "s3:PutObject"), DeployedName.DATA_BUCKET_ARN + "/" + RESULTS + "*")));
        key.map(KeyRights::objects).ifPresent(rights::add);
        return rights;
    }

    private static String arn(String service, String resource) {
        return "arn:" + DeployedName.PARTITION + ":" + service + ":" + DeployedName.REGION + ":"
                + DeployedName.ACCOUNT_ID + ":" + resource;
    }
}
