package io.sluice.local.serve.streams;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// An S3 server of small objects, each written once.
final class MemoryS3Client implements S3Client {
    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();

    @Override
    public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
        try {
            byte[] bytes = body.contentStreamProvider().newStream().readAllBytes();
            if (objects.putIfAbsent(request.key(), bytes) != null) {
                throw refused(412);
            }
            return PutObjectResponse.builder().build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> into) {
        byte[] bytes = Optional.ofNullable(objects.get(request.key())).orElseThrow(() -> refused(404));
        GetObjectResponse response = GetObjectResponse.builder().contentLength((long) bytes.length).build();
        try {
            return into.transform(response, AbortableInputStream.create(new ByteArrayInputStream(bytes)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException refused(int status) {
        return S3Exception.builder().statusCode(status).message("refused").build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // Nothing to let go of.
    }
}
