package io.sluice.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.event.UploadEvent;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceObject;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;

/// What is asked of S3 for a version; the embedded server knows no versions.
final class S3UploadedObjectsTest {
    private static final UploadEvent NOTICE = new UploadEvent("uploads", new ObjectKey("in/a"),
            Optional.of("v1"), Optional.of("e"), Instant.EPOCH);

    private final List<SdkRequest> asked = new ArrayList<>();
    private final ExecutionInterceptor refusing = new ExecutionInterceptor() {
        @Override
        public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
            asked.add(context.request());
            throw SdkClientException.create("nobody is there");
        }
    };

    @Test
    void theVersionOfTheNoticeIsLookedForAndReadAndNoOther() {
        try (S3Client s3 = S3Client.builder().region(Region.US_EAST_1).endpointOverride(URI.create("http://127.0.0.1"))
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .overrideConfiguration(each -> each.addExecutionInterceptor(refusing)).build()) {
            var objects = new S3UploadedObjects(s3, new RequestCounts(), Optional.empty());
            assertThrows(RuntimeException.class, () -> objects.find(NOTICE));
            assertThrows(RuntimeException.class, () -> objects.records(NOTICE)
                    .open(new SourceObject(NOTICE.key(), "e", 100, Instant.EPOCH)));
        }
        assertEquals(HeadObjectRequest.builder().bucket("uploads").key("in/a").versionId("v1").build(),
                asked.getFirst());
        var read = (GetObjectRequest) asked.getLast();
        assertEquals("v1", read.versionId());
        assertEquals("\"e\"", read.ifMatch());
        assertEquals(2, asked.size());
    }
}
