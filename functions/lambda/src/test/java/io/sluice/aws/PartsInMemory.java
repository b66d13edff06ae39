package io.sluice.aws;

import io.sluice.objects.Body;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.zip.CRC32;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/// Takes multipart uploads and keeps of each part its checksum and length; counts what was read of bodies and is not
/// sent. Safe for concurrent use.
final class PartsInMemory implements S3Client {
    /// The request for a part, by its number, before it is applied.
    IntConsumer beforePart = _ -> {};
    Runnable beforeComplete = () -> {};
    Runnable beforeAbort = () -> {};
    /// Checksum and length of each part by its number.
    final Map<Integer, List<Long>> parts = new ConcurrentHashMap<>();
    final List<CompleteMultipartUploadRequest> completed = new ArrayList<>();
    final AtomicInteger underWay = new AtomicInteger();
    final AtomicInteger underWayAtAbort = new AtomicInteger(-1);
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong heldPeak = new AtomicLong();

    /// The most bytes that were read and not yet sent.
    long heldPeak() {
        return heldPeak.get();
    }

    @Override
    public CreateMultipartUploadResponse createMultipartUpload(CreateMultipartUploadRequest request) {
        return CreateMultipartUploadResponse.builder().uploadId("upload").build();
    }

    @Override
    public UploadPartResponse uploadPart(UploadPartRequest request, RequestBody body) {
        underWay.incrementAndGet();
        try (InputStream in = body.contentStreamProvider().newStream()) {
            beforePart.accept(request.partNumber());
            byte[] bytes = in.readAllBytes();
            CRC32 crc = new CRC32();
            crc.update(bytes);
            parts.put(request.partNumber(), List.of(crc.getValue(), (long) bytes.length));
            return UploadPartResponse.builder().eTag("part-" + request.partNumber()).build();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            held.addAndGet(-body.optionalContentLength().orElseThrow());
            underWay.decrementAndGet();
        }
    }

    @Override
    public CompleteMultipartUploadResponse completeMultipartUpload(CompleteMultipartUploadRequest request) {
        beforeComplete.run();
        completed.add(request);
        return CompleteMultipartUploadResponse.builder().build();
    }

    @Override
    public AbortMultipartUploadResponse abortMultipartUpload(AbortMultipartUploadRequest request) {
        underWayAtAbort.set(underWay.get());
        beforeAbort.run();
        return AbortMultipartUploadResponse.builder().build();
    }

    static List<CompletedPart> tags(int count) {
        List<CompletedPart> tags = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            tags.add(CompletedPart.builder().partNumber(number).eTag("part-" + number).build());
        }
        return tags;
    }

    /// A body of which every byte is a function of its place.
    Body body(long length, long readable) {
        return new Body() {
            @Override
            public long length() {
                return length;
            }

            @Override
            public InputStream open() {
                return new Bytes(readable);
            }
        };
    }

    static byte at(long place) {
        return (byte) (place * 31 + (place >> 16));
    }

    private final class Bytes extends InputStream {
        private final long length;
        private long place;

        Bytes(long length) {
            this.length = length;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("byte by byte");
        }

        @Override
        public int read(byte[] into, int offset, int max) {
            if (place == length) {
                return -1;
            }
            int count = (int) Math.min(max, Math.min(length - place, 1 << 20));
            for (int i = 0; i < count; i++) {
                into[offset + i] = at(place++);
            }
            heldPeak.accumulateAndGet(held.addAndGet(count), Math::max);
            return count;
        }
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
