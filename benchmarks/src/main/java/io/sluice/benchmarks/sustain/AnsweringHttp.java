package io.sluice.benchmarks.sustain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/// A transport that reads what it is to send and answers at once, with what the service would say to a request that
/// went well.
final class AnsweringHttp implements SdkHttpClient {
    private static final byte[] NO_ITEM = "{}".getBytes(UTF_8);

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                if (request.contentStreamProvider().isPresent()) {
                    try (InputStream body = request.contentStreamProvider().get().newStream()) {
                        body.transferTo(OutputStream.nullOutputStream());
                    }
                }
                return answer(request.httpRequest());
            }

            @Override
            public void abort() {
                // Nothing is under way.
            }
        };
    }

    private static HttpExecuteResponse answer(SdkHttpRequest request) {
        SdkHttpMethod method = request.method();
        SdkHttpResponse.Builder head = SdkHttpResponse.builder().statusCode(200);
        byte[] body = new byte[0];
        if (method == SdkHttpMethod.GET) {
            body = new byte[rangeBytes(request)];
            head.statusCode(206);
        } else if (method == SdkHttpMethod.POST) {
            body = NO_ITEM;
            head.putHeader("Content-Type", "application/x-amz-json-1.0");
        } else {
            head.putHeader("ETag", "\"d41d8cd98f00b204e9800998ecf8427e\"");
        }
        head.putHeader("Content-Length", Integer.toString(body.length));
        return HttpExecuteResponse.builder().response(head.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body))).build();
    }

    /// Of `bytes=0-1023`.
    private static int rangeBytes(SdkHttpRequest request) {
        String range = request.firstMatchingHeader("Range").orElseThrow();
        String[] ends = range.substring(range.indexOf('=') + 1).split("-", -1);
        return Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1;
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
