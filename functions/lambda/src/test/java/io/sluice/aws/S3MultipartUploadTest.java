package io.sluice.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Large objects: parts side by side, a bound on memory, and nothing left behind by a failure.
final class S3MultipartUploadTest {
    private static final int PART = S3MultipartUpload.PART_BYTES;
    private static final ObjectKey KEY = new ObjectKey("a/b");

    private final PartsInMemory s3 = new PartsInMemory();
    private final RequestCounts counts = new RequestCounts();
    private final S3MultipartUpload uploads = new S3MultipartUpload(s3, "data", Optional.empty(), counts);

    private void create(long length) {
        create(length, length);
    }

    private void create(long length, long readable) {
        uploads.create(KEY, s3.body(length, readable), ObjectAttributes.NONE);
    }

    @Test
    void partsAreTheBodyInOrderAndTheLastRequestIsConditional() {
        create(2L * PART + 5);
        assertEquals(List.of(part(0, PART), part(PART, PART), part(2L * PART, 5)),
                List.of(s3.parts.get(1), s3.parts.get(2), s3.parts.get(3)));
        assertEquals(1, s3.completed.size());
        assertEquals("*", s3.completed.getFirst().ifNoneMatch());
        assertEquals(PartsInMemory.tags(3), s3.completed.getFirst().multipartUpload().parts());
        assertEquals(5, counts.snapshot().s3Puts(), "create, three parts, complete");
        assertEquals(-1, s3.underWayAtAbort.get(), "nothing is aborted");
    }

    private static List<Long> part(long from, int length) {
        CRC32 crc = new CRC32();
        for (long place = from; place < from + length; place++) {
            crc.update(PartsInMemory.at(place));
        }
        return List.of(crc.getValue(), (long) length);
    }

    @Test
    void aPartIsSentWhileTheNextIsRead() {
        CountDownLatch both = new CountDownLatch(2);
        s3.beforePart = _ -> {
            both.countDown();
            await(both);
        };
        create(2L * PART);
        assertEquals(1, s3.completed.size());
    }

    @Test
    void noMoreThanFourPartsAreInMemoryHoweverManyObjectsAreUnderWay() {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                var _ = executor.submit(() -> create(4L * PART));
            }
        }
        assertEquals(3, s3.completed.size());
        assertTrue(s3.heldPeak() <= 4L * PART, s3.heldPeak() + " bytes");
    }

    @Test
    void aPartThatFailsAbortsWhenNoOtherIsUnderWay() {
        CountDownLatch failed = new CountDownLatch(1);
        s3.beforePart = number -> {
            if (number == 1) {
                failed.countDown();
                throw SdkClientException.create("connection reset");
            }
            await(failed);
        };
        SdkClientException e = assertThrows(SdkClientException.class, () -> create(20L * PART));
        assertEquals("connection reset", e.getMessage());
        assertEquals(0, s3.underWayAtAbort.get());
        assertEquals(List.of(), s3.completed);
        s3.beforePart = _ -> {};
        create(4L * PART);
        assertEquals(1, s3.completed.size(), "its places are free again");
    }

    @Test
    void anObjectThatIsThereAlreadyIsToldAndTheUploadIsAborted() {
        s3.beforeComplete = () -> {
            throw S3Exception.builder().statusCode(S3ObjectStore.PRECONDITION_FAILED).build();
        };
        S3Exception e = assertThrows(S3Exception.class, () -> create(PART + 1L));
        assertEquals(S3ObjectStore.PRECONDITION_FAILED, e.statusCode());
        assertEquals(0, s3.underWayAtAbort.get());
    }

    @Test
    void aBodyThatCannotBeReadAbortsWhateverTheReason() {
        assertThrows(UncheckedIOException.class, () -> create(2L * PART, PART + 1L));
        assertEquals(0, s3.underWayAtAbort.get());
        s3.underWayAtAbort.set(-1);
        s3.beforeComplete = () -> {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "staged bytes");
        };
        assertThrows(StoreException.class, () -> create(2L * PART));
        assertEquals(0, s3.underWayAtAbort.get());
        assertEquals(List.of(), s3.completed);
    }

    @Test
    void anAbortThatFailsHidesNothing() {
        s3.beforePart = _ -> {
            throw SdkClientException.create("first");
        };
        s3.beforeAbort = () -> {
            throw SdkClientException.create("second");
        };
        SdkClientException e = assertThrows(SdkClientException.class, () -> create(2L * PART));
        assertEquals("first", e.getMessage());
        assertEquals("second", e.getSuppressed()[0].getMessage());
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("nothing else is under way");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
