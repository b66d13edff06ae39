package io.sluice.local.serve.function;

import io.sluice.firehose.ResponseWriter;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The server on which functions are called: one that speaks Lambda's Invoke API, such as SAM's `start-lambda`,
/// LocalStack, or the runtime interface emulator. Requests are not signed. Thread-safe.
///
/// Source: AWS Lambda API reference, `Invoke`.
///
/// @param uri     of the server; or, when its path ends with `/invocations`, of the one function that there is
/// @param timeout for one call
public record FunctionServer(URI uri, Duration timeout) {
    /// Firehose's own bound on a call, and a little for the way.
    private static final Duration TIMEOUT = Duration.ofMinutes(5).plusSeconds(5);
    private static final Duration CONNECTING = Duration.ofSeconds(5);
    private static final String ONE_FUNCTION = "/invocations";
    private static final int OK = 200;
    private static final int DENIED = 403;
    private static final int NOT_FOUND = 404;
    private static final int THROTTLED = 429;

    /// @throws IllegalArgumentException when it is no URL of a server
    public static FunctionServer at(String url) {
        URI uri = URI.create(url);
        boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!isHttp || uri.getHost() == null || uri.getRawQuery() != null) {
            throw new IllegalArgumentException("no http:// or https:// URL of a server: " + url);
        }
        return new FunctionServer(uri, TIMEOUT);
    }

    HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECTING)
                .followRedirects(HttpClient.Redirect.NEVER).build();
    }

    /// Calls `function` once.
    ///
    /// @throws IOException when nothing was called, since there is no server
    Invocation call(FunctionSettings function, byte[] event, HttpClient client)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> coming = client.sendAsync(request(function, event),
                HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(),
                        ResponseWriter.RESPONSE_BYTES_MAX));
        try {
            return judged(coming.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return new Invocation.Failed(Reject.FUNCTION_ERROR);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ConnectException || e.getCause() instanceof HttpConnectTimeoutException) {
                throw new IOException("the function " + function.name() + " can't be called: there is no server at "
                        + uri, e.getCause());
            }
            // An answer that is too long, or none: the function may have run.
            return new Invocation.Failed(Reject.FUNCTION_ERROR);
        } finally {
            coming.cancel(true);
        }
    }

    private static Invocation judged(HttpResponse<byte[]> response) {
        return switch (response.statusCode()) {
            case OK -> response.headers().firstValue("X-Amz-Function-Error").isPresent()
                    ? new Invocation.Failed(Reject.FUNCTION_ERROR)
                    : new Invocation.Answered(response.body());
            case DENIED -> new Invocation.Failed(Reject.INVOKE_ACCESS_DENIED);
            case NOT_FOUND -> new Invocation.Failed(Reject.FUNCTION_NOT_FOUND);
            case THROTTLED -> new Invocation.Failed(Reject.INVOKE_LIMIT_EXCEEDED);
            default -> new Invocation.Failed(Reject.FUNCTION_ERROR);
        };
    }

    private HttpRequest request(FunctionSettings function, byte[] event) {
        return HttpRequest.newBuilder(target(function)).header("Content-Type", "application/json")
                .header("X-Amz-Invocation-Type", "RequestResponse").header("X-Amz-Log-Type", "None")
                .POST(HttpRequest.BodyPublishers.ofByteArray(event)).build();
    }

    private URI target(FunctionSettings function) {
        String server = uri.toString();
        if (server.endsWith(ONE_FUNCTION)) {
            return uri;
        }
        String query = function.qualifier().map(each -> "?Qualifier=" + encoded(each)).orElse("");
        return URI.create(server.replaceFirst("/+$", "") + "/2015-03-31/functions/" + encoded(function.name())
                + ONE_FUNCTION + query);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
