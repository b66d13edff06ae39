package io.sluice.local.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// An object is read to its end over connections that break, and never two versions of it.
final class S3ContentTest {
    private static final S3Address ADDRESS = new S3Address("bucket", "a/b.ndjson");

    /// A bucket of one object, whose connections break after so many bytes.
    private static final class Breaking implements S3Client {
        private final List<String> ranges = new ArrayList<>();
        private byte[] content;
        private String etag;
        private int each = Integer.MAX_VALUE;

        Breaking(byte[] content, String etag) {
            this.content = content;
            this.etag = etag;
        }

        @Override
        public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
            ranges.add(request.range());
            if (!request.ifMatch().equals(etag)) {
                throw S3Exception.builder().statusCode(412)
                        .awsErrorDetails(AwsErrorDetails.builder().errorCode("PreconditionFailed").build()).build();
            }
            int from = Integer.parseInt(request.range().replaceAll("\\D", ""));
            var bytes = new ByteArrayInputStream(content, from, content.length - from);
            var in = new InputStream() {
                private int left = each;

                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
                }

                @Override
                public int read(byte[] target, int from, int length) throws IOException {
                    if (left == 0) {
                        throw new IOException("Connection reset");
                    }
                    int read = bytes.read(target, from, Math.min(left, length));
                    left -= Math.max(read, 0);
                    return read;
                }
            };
            try {
                return transformer.transform(GetObjectResponse.builder().build(), AbortableInputStream.create(in));
            } catch (Exception e) {
                throw SdkClientException.create("the answer can't be taken", e);
            }
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    private static byte[] noise() {
        byte[] bytes = new byte[1_000];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static S3Input input(Breaking server) {
        return new S3Input(server, ADDRESS, server.etag, server.content.length);
    }

    @Test
    void aConnectionThatBreaksIsTakenUpWhereItBroke() throws IOException {
        var server = new Breaking(noise(), "one");
        server.each = 300;
        try (InputStream in = input(server).open()) {
            assertArrayEquals(noise(), in.readAllBytes());
        }
        assertEquals(List.of("bytes=0-", "bytes=300-", "bytes=600-", "bytes=900-"), server.ranges);
    }

    @Test
    void anAnswerThatEndsTooEarlyIsNoEnd() throws IOException {
        var server = new Breaking(noise(), "one");
        S3Input longer = new S3Input(server, ADDRESS, "one", 1_001);
        try (InputStream in = longer.open()) {
            assertTrue(assertThrows(InputException.class, in::readAllBytes).getMessage()
                    .contains("s3://bucket/a/b.ndjson can't be read on"));
        }
    }

    @Test
    void aConnectionThatNeverGivesAByteIsGivenUp() throws IOException {
        var server = new Breaking(noise(), "one");
        server.each = 0;
        try (InputStream in = input(server).open()) {
            InputException failure = assertThrows(InputException.class, in::read);
            assertTrue(failure.isTemporary(), failure.getMessage());
        }
        assertEquals(5, server.ranges.size());
    }

    @Test
    void anObjectThatIsReplacedInTheMiddleIsNoticed() throws IOException {
        var server = new Breaking(noise(), "one");
        S3Input input = input(server);
        server.each = 400;
        try (InputStream in = input.open()) {
            assertEquals(400, in.readNBytes(400).length);
            server.content = new byte[1_000];
            server.etag = "two";
            InputException failure = assertThrows(InputException.class, in::read);
            assertTrue(failure.getMessage().startsWith("s3://bucket/a/b.ndjson was replaced or deleted since"));
            assertTrue(!failure.isTemporary());
        }
    }

    @Test
    void itIsReadFromAnywhere() throws IOException {
        try (InputStream in = input(new Breaking(noise(), "one")).open(990)) {
            assertArrayEquals(Arrays.copyOfRange(noise(), 990, 1_000), in.readAllBytes());
        }
        try (InputStream in = input(new Breaking("x".getBytes(UTF_8), "one")).open(1)) {
            assertEquals(-1, in.read());
        }
    }

    @Test
    void anEmptyObjectTakesNoRequest() throws IOException {
        var server = new Breaking(new byte[0], "one");
        try (InputStream in = input(server).open()) {
            assertEquals(-1, in.read());
        }
        assertEquals(List.of(), server.ranges);
    }
}
