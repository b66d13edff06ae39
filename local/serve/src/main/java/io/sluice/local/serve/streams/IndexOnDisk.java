package io.sluice.local.serve.streams;

import io.sluice.local.server.DurableFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;

/// The HTTP client of functions whose index is in this process: what DynamoDB Local has answered to have written is on
/// the disk for good before the function hears of it.
///
/// Its database waits for the disk itself at each transaction, but for the end: the rollback journal is deleted, and
/// where a power failure undoes that, the transaction is undone with it. Its folder has to be waited for as well.
final class IndexOnDisk implements SdkHttpClient {
    private static final Set<String> WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems",
            "BatchWriteItem");

    private final SdkHttpClient http;
    private final Path folder;

    /// @param folder of the database
    IndexOnDisk(SdkHttpClient http, Path folder) {
        this.http = http;
        this.folder = folder;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = http.prepareRequest(request);
        if (!writes(request.httpRequest())) {
            return prepared;
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                HttpExecuteResponse response = prepared.call();
                DurableFiles.forceFolder(folder);
                return response;
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private static boolean writes(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target")
                .map(target -> WRITES.contains(target.substring(target.indexOf('.') + 1))).orElse(false);
    }

    @Override
    public void close() {
        http.close();
    }

    @Override
    public String clientName() {
        return http.clientName();
    }
}
