package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;

/// An HTTP client that sends every request over one and the same connection, and never opens a second one. It holds
/// back the last bytes of each body until something else has happened.
final class OneConnection implements SdkHttpClient {
    private final Socket socket;
    private final int bytesLate;
    private final Runnable meanwhile;

    /// @param bytesLate how many bytes at a body's end are held back; of a shorter body, all
    /// @param meanwhile happens before they are sent
    OneConnection(URI server, int bytesLate, Runnable meanwhile) throws IOException {
        this.socket = new Socket(server.getHost(), server.getPort());
        this.bytesLate = bytesLate;
        this.meanwhile = meanwhile;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                send(request);
                return answer();
            }

            @Override
            public void abort() {
                close();
            }
        };
    }

    private void send(HttpExecuteRequest request) throws IOException {
        var out = socket.getOutputStream();
        out.write(head(request.httpRequest()).getBytes(ISO_8859_1));
        if (request.contentStreamProvider().isPresent()) {
            byte[] body;
            try (InputStream content = request.contentStreamProvider().get().newStream()) {
                body = content.readAllBytes();
            }
            int early = Math.max(0, body.length - bytesLate);
            out.write(body, 0, early);
            meanwhile.run();
            out.write(body, early, body.length - early);
        }
    }

    private static String head(SdkHttpRequest request) {
        var head = new StringBuilder(request.method().name()).append(' ').append(request.encodedPath());
        request.encodedQueryParameters().ifPresent(query -> head.append('?').append(query));
        head.append(" HTTP/1.1\r\n");
        request.forEachHeader((name, values) -> values
                .forEach(value -> head.append(name).append(": ").append(value).append("\r\n")));
        return head.append("\r\n").toString();
    }

    private HttpExecuteResponse answer() throws IOException {
        InputStream in = socket.getInputStream();
        String status = line(in);
        var response = SdkHttpFullResponse.builder().statusCode(Integer.parseInt(status.split(" ", -1)[1]));
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String[] parts = header.split(":", 2);
            response.appendHeader(parts[0], parts[1].strip());
        }
        byte[] body = response.firstMatchingHeader("Transfer-Encoding").isPresent()
                ? chunks(in)
                : in.readNBytes(response.firstMatchingHeader("Content-Length").map(Integer::valueOf).orElse(0));
        return HttpExecuteResponse.builder().response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body))).build();
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        int bytes;
        do {
            bytes = Integer.parseInt(line(in), 16);
            body.write(in.readNBytes(bytes));
            line(in);
        } while (bytes > 0);
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection after '" + line + "'");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
