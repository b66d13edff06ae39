package io.sluice.local.serve.endpoint;

import io.sluice.api.Answer;
import io.sluice.api.Api;
import io.sluice.api.HttpCall;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// The entrance of requests: bounded, from where they may come, and then to the API or another route.
///
/// On a loopback address only names of this machine are taken for its host, so that no page of another site reaches it
/// under a name of its own; a request that another site's page makes says so in `Origin`, and is refused.
final class RequestGate extends Handler.Abstract {
    /// 4 MiB of records in base64, and 500 times their JSON.
    static final int BODY_BYTES_MAX = 8 << 20;
    private static final int HEADERS_MAX = 100;
    private static final int PIECE_BYTES = 64 << 10;
    /// After which a body must have come at a rate that no working client is below.
    private static final int SLOW_SECONDS = 10;
    private static final int BYTES_PER_SECOND_MIN = 1_024;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Api api;
    private final Map<String, Route> routes = new HashMap<>();
    private final Set<String> hosts;
    private final Names names;
    private final Capacity capacity;
    private final Semaphore room;

    /// The names by which the API may be called. Routes for callers on this machine always go by its own alone, or a
    /// page of another site would reach them from a browser on this machine under a name that it let point here.
    enum Names {
        /// Any.
        ALL,
        /// Those of loopback, and those that were allowed.
        OWN
    }

    /// @param hosts the names that are allowed beside those of loopback
    RequestGate(Api api, List<Route> others, Set<String> hosts, Names names, Capacity capacity) {
        this.capacity = capacity;
        this.room = new Semaphore(capacity.bodyKibMax());
        this.api = api;
        this.hosts = hosts;
        this.names = names;
        others.forEach(route -> routes.put(route.method() + " " + route.path(), route));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Optional<Answer> refused = refused(request);
        send(refused.isPresent() ? refused.get() : admitted(request, response), response, callback);
        return true;
    }

    private static String host(Request request) {
        return Optional.ofNullable(request.getHeaders().get("Host")).orElse("");
    }

    /// Tests whether the request calls the server by a name of loopback, or by one that was allowed.
    private boolean isCalledByName(Request request) {
        String name = PORT.matcher(host(request)).replaceFirst("").toLowerCase(Locale.ROOT);
        return LOOPBACK_NAMES.contains(name) || hosts.contains(name);
    }

    private Optional<Answer> refused(Request request) {
        String host = host(request);
        if (names == Names.OWN && !isCalledByName(request)) {
            return Optional.of(problem(FORBIDDEN,
                    "This server does not go by the name in the Host header; allow it with --allow-host"));
        }
        String origin = request.getHeaders().get("Origin");
        if (origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
            return Optional.of(problem(FORBIDDEN, "Pages of other sites may not call this server"));
        }
        if (isOfAnotherSite(request)) {
            return Optional.of(problem(FORBIDDEN, "Pages of other sites may not call this server"));
        }
        if (request.getHeaders().size() > HEADERS_MAX) {
            return Optional.of(problem(FORBIDDEN, "The request has more than " + HEADERS_MAX + " headers"));
        }
        return Optional.empty();
    }

    /// Tests whether a request that carries no `Origin` is of another site, by what browsers say of it; following a
    /// link to the page is no call.
    private static boolean isOfAnotherSite(Request request) {
        String site = Optional.ofNullable(request.getHeaders().get("Sec-Fetch-Site")).orElse("none");
        boolean follows = request.getMethod().equals("GET")
                && "navigate".equals(request.getHeaders().get("Sec-Fetch-Mode"))
                && "document".equals(request.getHeaders().get("Sec-Fetch-Dest"));
        return !site.equals("none") && !site.equals("same-origin") && !follows;
    }

    private Answer admitted(Request request, Response response) throws IOException, InterruptedException {
        if (isToldToAll(request)) {
            return answer(request, new byte[0]);
        }
        long length = request.getLength();
        if (length > BODY_BYTES_MAX) {
            return tooLarge(response);
        }
        int kib = (int) ((length < 0 ? BODY_BYTES_MAX : length) / 1024 + 1);
        if (!room.tryAcquire(kib, capacity.roomWait().toMillis(), TimeUnit.MILLISECONDS)) {
            discardBody(request);
            response.getHeaders().put("Connection", "close");
            return Api.error(UNAVAILABLE, "ServiceUnavailableException", "Too many requests at once. Slow down.");
        }
        try {
            byte[] body = body(request);
            return body.length > BODY_BYTES_MAX ? tooLarge(response) : answer(request, body);
        } finally {
            room.release(kib);
        }
    }

    /// Tests whether it is a health check or asks for figures, which are told however much is under way.
    private boolean isToldToAll(Request request) {
        return request.getMethod().equals("GET") && Optional.ofNullable(routes.get("GET " + path(request)))
                .filter(route -> route.callers() == Route.Callers.ALL).isPresent();
    }

    /// Into an array of the length that the request says, if it does, and no further than what is refused.
    private static byte[] body(Request request) throws IOException {
        long start = System.nanoTime();
        byte[] body = new byte[(int) Math.max(request.getLength(), 0)];
        int length = 0;
        try (InputStream in = Content.Source.asInputStream(request)) {
            while (length <= BODY_BYTES_MAX) {
                if (length == body.length) {
                    int next = in.read();
                    if (next < 0) {
                        return body;
                    }
                    body = Arrays.copyOf(body, Math.min(Math.max(2 * length, PIECE_BYTES), BODY_BYTES_MAX + 1));
                    body[length] = (byte) next;
                    length++;
                }
                int count = in.read(body, length, body.length - length);
                if (count < 0) {
                    break;
                }
                length += count;
                requireBrisk(start, length);
            }
        }
        return Arrays.copyOf(body, length);
    }

    /// Reads what would be left on the connection: a client whose body is not read finds the connection reset, mostly
    /// before it reads the answer. It takes no more than a piece of memory.
    private static void discardBody(Request request) throws IOException {
        long start = System.nanoTime();
        byte[] piece = new byte[PIECE_BYTES];
        int length = 0;
        try (InputStream in = Content.Source.asInputStream(request)) {
            int count = in.read(piece);
            while (count >= 0 && length <= BODY_BYTES_MAX) {
                length += count;
                requireBrisk(start, length);
                count = in.read(piece);
            }
        }
    }

    private static void requireBrisk(long start, int length) throws IOException {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        if (seconds > SLOW_SECONDS && length / seconds < BYTES_PER_SECOND_MIN) {
            throw new IOException("the request's body comes too slowly");
        }
    }

    private static Answer tooLarge(Response response) {
        response.getHeaders().put("Connection", "close");
        return Api.error(TOO_LARGE, "RequestEntityTooLargeException",
                "The request is larger than " + BODY_BYTES_MAX + " bytes");
    }

    private Answer answer(Request request, byte[] body) {
        HttpCall call = call(request, body);
        Route route = routes.get(call.method() + " " + call.path());
        if (route != null) {
            return route.callers() == Route.Callers.LOOPBACK && !(isLoopback(request) && isCalledByName(request))
                    ? problem(FORBIDDEN, "This is for programs on the server's own machine")
                    : answer(route, call);
        }
        if (call.method().equals("POST") && call.path().equals("/")) {
            return api.answer(call);
        }
        return problem(NOT_FOUND, "There is nothing here");
    }

    /// A handler's failure is an answer as well: nothing of the server's insides goes to the client as a page.
    private static Answer answer(Route route, HttpCall call) {
        try {
            return route.handler().apply(call);
        } catch (RuntimeException e) {
            return problem(FAILED, "The server failed: " + e.getMessage());
        }
    }

    private static boolean isLoopback(Request request) {
        return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress from
                && Optional.ofNullable(from.getAddress()).map(InetAddress::isLoopbackAddress).orElse(false);
    }

    private static HttpCall call(Request request, byte[] body) {
        Map<String, List<String>> headers = new HashMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.computeIfAbsent(field.getLowerCaseName(), _ -> new ArrayList<>())
                    .add(Optional.ofNullable(field.getValue()).orElse(""));
        }
        String query = Optional.ofNullable(request.getHttpURI().getQuery()).orElse("");
        return new HttpCall(request.getMethod(), path(request), query, headers, body);
    }

    private static String path(Request request) {
        return Optional.ofNullable(request.getHttpURI().getPath()).filter(each -> !each.isEmpty()).orElse("/");
    }

    private static Answer problem(int status, String message) {
        return new Answer(status, "text/plain; charset=utf-8", Map.of(),
                (message + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(Answer answer, Response response, Callback callback) {
        response.setStatus(answer.status());
        response.getHeaders().put("Content-Type", answer.contentType());
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders().put("Cross-Origin-Resource-Policy", "same-origin");
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.getHeaders().put("Content-Length", answer.body().length);
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }
}
