package io.sluice.aws.glue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.aws.JsonCalls;
import io.sluice.aws.JsonCalls.Done;
import io.sluice.aws.JsonCalls.Failed;
import io.sluice.aws.Pauses;
import io.sluice.objects.StoreException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

/// The calls of the AWS Glue Data Catalog that a table takes. What is throttled is sent again, and a question also
/// where its answer was lost. A change whose answer was lost is not sent again here: it may be carried out, and who
/// asked reads that.
/// Safe for concurrent use.
///
/// Source: AWS Glue Web API reference, "Catalog API".
final class GlueCalls {
    private static final int ATTEMPTS_MAX = 5;
    private static final Duration PAUSE_MIN = Duration.ofMillis(200);
    private static final int SERVER_ERROR = 500;
    private static final String ABSENT = "EntityNotFoundException";

    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;
    private final Region region;
    private final Optional<String> catalogId;
    private final Optional<URI> endpoint;
    private final Pauses pauses;

    /// @param catalogId an account's number; empty: the caller's own
    /// @param endpoint  another endpoint than AWS's own
    /// @param pauses    waits between two attempts
    GlueCalls(SdkHttpClient http, AwsCredentialsProvider credentials, Region region, Optional<String> catalogId,
            Optional<URI> endpoint, Consumer<Duration> pauses) {
        this.http = http;
        this.credentials = credentials;
        this.region = region;
        this.catalogId = catalogId;
        this.endpoint = endpoint;
        this.pauses = new Pauses(PAUSE_MIN, pauses);
    }

    /// A database as Glue describes it.
    ///
    /// @throws StoreException when it cannot be had
    Optional<JsonNode> database(String name) {
        return question("GetDatabase", name, body().put("Name", name)).map(answer -> answer.path("Database"));
    }

    /// @param input a `DatabaseInput`
    /// @throws AlreadyExistsException when there is one
    /// @throws StoreException         when it is not made, or that is not known
    void createDatabase(ObjectNode input) {
        ObjectNode request = body();
        request.set("DatabaseInput", input);
        change("CreateDatabase", input.path("Name").asText(), request);
    }

    /// A table as Glue describes it; empty where the table or its database is not there.
    ///
    /// @throws StoreException when it cannot be had
    Optional<JsonNode> table(String database, String name) {
        return question("GetTable", database + "." + name, body().put("DatabaseName", database).put("Name", name))
                .map(answer -> answer.path("Table"));
    }

    /// @param input a `TableInput`
    /// @throws AlreadyExistsException      when there is one
    /// @throws NoSuchTableException        when the database is not there
    /// @throws CommitStateUnknownException when it is not known whether it is made
    /// @throws StoreException              when it is not made
    void createTable(String database, ObjectNode input) {
        ObjectNode request = body().put("DatabaseName", database);
        request.set("TableInput", input);
        commit("CreateTable", database, input, request);
    }

    /// Changes a table, unless somebody else did since it was read. Its versions of before are not kept: Iceberg's
    /// metadata has them, and Glue's quota of a table's versions is used up in two months of a commit a minute.
    ///
    /// @param input     a `TableInput`
    /// @param versionId of the table that was read
    /// @throws CommitFailedException       when another was first
    /// @throws NoSuchTableException        when it is not there any more
    /// @throws CommitStateUnknownException when it is not known whether it is changed
    /// @throws StoreException              when it is not changed
    void updateTable(String database, ObjectNode input, String versionId) {
        ObjectNode request = body().put("DatabaseName", database).put("SkipArchive", true).put("VersionId", versionId);
        request.set("TableInput", input);
        commit("UpdateTable", database, input, request);
    }

    private ObjectNode body() {
        ObjectNode body = JsonCalls.object();
        catalogId.ifPresent(id -> body.put("CatalogId", id));
        return body;
    }

    private Optional<JsonNode> question(String action, String of, ObjectNode body) {
        JsonCalls calls = calls(action, of, StoreException.Kind.UNAVAILABLE);
        for (int attempt = 0;; attempt++) {
            pauses.before(attempt);
            boolean last = attempt == ATTEMPTS_MAX - 1;
            try {
                switch (calls.ask(body)) {
                    case Done(var answer) -> {
                        return Optional.of(answer);
                    }
                    case Failed failed when failed.error().equals(ABSENT) -> {
                        return Optional.empty();
                    }
                    case Failed failed when last || !isToBeSentAgain(failed) -> throw failure(failed);
                    case Failed _ -> {
                        // Another attempt may be answered.
                    }
                }
            } catch (StoreException e) {
                if (last || e.kind() != StoreException.Kind.UNAVAILABLE) {
                    throw e;
                }
            }
        }
    }

    private void commit(String action, String database, ObjectNode input, ObjectNode request) {
        try {
            change(action, database + "." + input.path("Name").asText(), request);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.UNKNOWN) {
                throw new CommitStateUnknownException(e);
            }
            throw e;
        }
    }

    private void change(String action, String of, ObjectNode body) {
        JsonCalls calls = calls(action, of, StoreException.Kind.UNKNOWN);
        for (int attempt = 0;; attempt++) {
            pauses.before(attempt);
            boolean last = attempt == ATTEMPTS_MAX - 1;
            switch (calls.ask(body)) {
                case Done _ -> {
                    return;
                }
                case Failed failed when mayBeDone(failed) ->
                    throw new StoreException(StoreException.Kind.UNKNOWN, failed.why());
                case Failed failed when failed.isLater() && !last -> {
                    // It was throttled, and not looked at.
                }
                case Failed failed -> throw refusal(failed);
            }
        }
    }

    private static RuntimeException refusal(Failed failed) {
        return switch (failed.error()) {
            case "ConcurrentModificationException" -> new CommitFailedException("%s", failed.why());
            case "AlreadyExistsException" -> new AlreadyExistsException("%s", failed.why());
            case ABSENT -> new NoSuchTableException("%s", failed.why());
            default -> failure(failed);
        };
    }

    private static boolean isToBeSentAgain(Failed failed) {
        return failed.isLater() || mayBeDone(failed);
    }

    /// Glue answers an operation that took too long by 400.
    private static boolean mayBeDone(Failed failed) {
        return failed.status() >= SERVER_ERROR || failed.error().equals("OperationTimeoutException");
    }

    private static StoreException failure(Failed failed) {
        return new StoreException(
                isToBeSentAgain(failed) ? StoreException.Kind.UNAVAILABLE : StoreException.Kind.REFUSED, failed.why());
    }

    private JsonCalls calls(String action, String of, StoreException.Kind unanswered) {
        return new JsonCalls(http, credentials, new JsonCalls.Operation("glue", "AWSGlue." + action,
                "application/x-amz-json-1.1", "Glue's " + action + " of " + of,
                "check Sluice.Iceberg, and what the function's role and Lake Formation allow", unanswered), region,
                endpoint);
    }
}
