package io.sluice.local.server;

import io.sluice.api.RequestSignature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Lets requests through to a DynamoDB server that are signed with one access key, and answers all others as DynamoDB
/// does: the server itself takes any credentials. No other path than `/` is served.
final class SignedRequests extends Handler.Wrapper {
    /// DynamoDB's largest request is 16 MB.
    private static final int BODY_BYTES_MAX = 20_000_000;

    private final AccessKey key;

    SignedRequests(Handler server, AccessKey key) {
        super(server);
        this.key = key;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!HttpMethod.POST.is(request.getMethod()) || !"/".equals(request.getHttpURI().getPathQuery())
                || request.getLength() > BODY_BYTES_MAX) {
            return notServed(request, response, callback);
        }
        String authorization = header(request, HttpHeader.AUTHORIZATION.lowerCaseName());
        if (authorization.isEmpty()) {
            return refuse(request, response, callback, "MissingAuthenticationTokenException",
                    "Request is missing Authentication Token");
        }
        Optional<RequestSignature> signature = RequestSignature.parse(authorization);
        if (signature.isEmpty()) {
            return refuse(request, response, callback, "IncompleteSignatureException",
                    "The Authorization header is incomplete");
        }
        if (!signature.get().keyId().equals(key.id())) {
            return refuse(request, response, callback, "UnrecognizedClientException",
                    "The access key is not this run's");
        }
        byte[] body = bodyOf(request);
        if (body.length > BODY_BYTES_MAX) {
            return notServed(request, response, callback);
        }
        if (!signature.get().isOf(key.secret(), name -> header(request, name), body)) {
            return refuse(request, response, callback, "InvalidSignatureException",
                    "The request's signature is not the one that this run's access key makes");
        }
        return super.handle(new Replayed(request, body), response, callback);
    }

    /// The body, or a start of it that is too long already: a request in chunks tells no length.
    private static byte[] bodyOf(Request request) throws IOException {
        var body = new ByteArrayOutputStream();
        var in = Content.Source.asInputStream(request);
        var buffer = new byte[16_384];
        int read;
        do {
            read = in.read(buffer);
            body.write(buffer, 0, Math.max(read, 0));
        } while (read >= 0 && body.size() <= BODY_BYTES_MAX);
        return body.toByteArray();
    }

    private static boolean notServed(Request request, Response response, Callback callback) throws IOException {
        readToItsEnd(request, response);
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        return true;
    }

    /// An answer before the end of a request ends the connection, which the client may be about to use again: it is
    /// told, or the rest is read.
    private static void readToItsEnd(Request request, Response response) throws IOException {
        if (request.getLength() < 0 || request.getLength() > BODY_BYTES_MAX) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        } else {
            Content.Source.consumeAll(request);
        }
    }

    private static String header(Request request, String name) {
        List<String> values = request.getHeaders().getValuesList(name);
        return String.join(",", values);
    }

    private static boolean refuse(Request request, Response response, Callback callback, String type, String message)
            throws IOException {
        readToItsEnd(request, response);
        response.setStatus(HttpStatus.BAD_REQUEST_400);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/x-amz-json-1.0");
        String answer = "{\"__type\":\"com.amazon.coral.service#%s\",\"message\":\"%s\"}".formatted(type, message);
        response.write(true, ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    /// A request whose body was read, once more.
    private static final class Replayed extends Request.Wrapper {
        private final ByteBufferContentSource body;

        Replayed(Request request, byte[] body) {
            super(request);
            this.body = new ByteBufferContentSource(ByteBuffer.wrap(body));
        }

        @Override
        public Content.Chunk read() {
            return body.read();
        }

        @Override
        public void demand(Runnable available) {
            body.demand(available);
        }

        @Override
        public void fail(Throwable failure) {
            body.fail(failure);
        }

        @Override
        public void fail(Throwable failure, boolean last) {
            body.fail(failure, last);
        }
    }
}
