package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.ConcurrentModificationException;
import software.amazon.awssdk.services.firehose.model.DeliveryStreamDescription;
import software.amazon.awssdk.services.firehose.model.DeliveryStreamStatus;
import software.amazon.awssdk.services.firehose.model.FirehoseException;
import software.amazon.awssdk.services.firehose.model.InvalidArgumentException;
import software.amazon.awssdk.services.firehose.model.PutRecordBatchResponse;
import software.amazon.awssdk.services.firehose.model.ResourceInUseException;
import software.amazon.awssdk.services.firehose.model.ResourceNotFoundException;
import software.amazon.awssdk.services.firehose.model.Tag;

/// Every operation, by the SDK's own client.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApiTest {
    private Served served;

    @BeforeAll
    void start(@TempDir Path out) {
        served = Served.on(out);
    }

    @AfterAll
    void stop() {
        served.close();
    }

    private DeliveryStreamDescription describe(String stream) {
        return served.client.describeDeliveryStream(each -> each.deliveryStreamName(stream))
                .deliveryStreamDescription();
    }

    private void awaitActive(String stream) {
        while (describe(stream).deliveryStreamStatus() == DeliveryStreamStatus.CREATING) {
            Thread.onSpinWait();
        }
        assertEquals(DeliveryStreamStatus.ACTIVE, describe(stream).deliveryStreamStatus());
    }

    @Test
    void recordsThatArePutLandUnderTheirKeys() throws Exception {
        served.createByKey("put", "put-bucket");
        assertFalse(served.client.putRecord(each -> each.deliveryStreamName("put")
                .record(Served.record("{\"k\":\"a\",\"n\":1}"))).recordId().isEmpty());
        PutRecordBatchResponse batch = served.client.putRecordBatch(each -> each.deliveryStreamName("put").records(
                Served.record("{\"k\":\"b\",\"n\":2}"), Served.record("no json"),
                Served.record("{\"k\":\"a\",\"n\":3}")));
        assertEquals(0, batch.failedPutCount());
        assertEquals(3, batch.requestResponses().stream().map(each -> each.recordId()).distinct().count());
        assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
        Map<String, List<String>> lines = served.lines("put-bucket");
        assertEquals(List.of("{\"k\":\"a\",\"n\":1}", "{\"k\":\"a\",\"n\":3}"), lines.get("k=a"));
        assertEquals(List.of("{\"k\":\"b\",\"n\":2}"), lines.get("k=b"));
        assertEquals(1, lines.getOrDefault("errors/metadata-extraction-failed", List.of()).size());
        assertEquals(3, lines.size());
    }

    @Test
    @SuppressWarnings("deprecation")
    void thePlainDestinationIsTakenAndUpdatedAsWell() throws Exception {
        served.client.createDeliveryStream(request -> request.deliveryStreamName("plain")
                .s3DestinationConfiguration(s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r")
                        .bucketARN("arn:aws:s3:::plain-bucket").prefix("before/").compressionFormat("GZIP")));
        awaitActive("plain");
        served.client.updateDestination(request -> request.deliveryStreamName("plain")
                .currentDeliveryStreamVersionId("1").destinationId("destinationId-000000000001")
                .s3DestinationUpdate(s3 -> s3.prefix("all/")));
        assertEquals("all/", describe("plain").destinations().getFirst().s3DestinationDescription().prefix());
        served.client.putRecord(each -> each.deliveryStreamName("plain").record(Served.record("a line\n")));
        assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
        assertEquals(List.of(List.of("a line")), List.copyOf(served.lines("plain-bucket").values()));
    }

    @Test
    void describeGivesTheConfigurationBackWithDefaults() {
        served.createByKey("described", "described-bucket");
        awaitActive("described");
        DeliveryStreamDescription described = describe("described");
        assertEquals("1", described.versionId());
        assertEquals("arn:aws:firehose:us-east-1:123456789012:deliverystream/described",
                described.deliveryStreamARN());
        assertEquals("DISABLED", described.deliveryStreamEncryptionConfiguration().statusAsString());
        assertFalse(described.hasMoreDestinations());
        var s3 = described.destinations().getFirst().extendedS3DestinationDescription();
        assertEquals("k=!{partitionKeyFromQuery:k}/", s3.prefix());
        assertEquals(60, s3.bufferingHints().intervalInSeconds());
        assertEquals("GZIP", s3.compressionFormatAsString());
        assertEquals(300, s3.dynamicPartitioningConfiguration().retryOptions().durationInSeconds());
        assertEquals("NoEncryption", s3.encryptionConfiguration().noEncryptionConfigAsString());
        assertEquals("Disabled", s3.s3BackupModeAsString());
        assertFalse(s3.cloudWatchLoggingOptions().enabled());
        assertEquals(2, s3.processingConfiguration().processors().size());
    }

    @Test
    void updatesNeedTheCurrentVersionAndTheSameAgainChangesNothing() {
        served.createByKey("updated", "updated-bucket");
        awaitActive("updated");
        update("1", "other/k=!{partitionKeyFromQuery:k}/");
        assertEquals("2", describe("updated").versionId());
        update("2", "other/k=!{partitionKeyFromQuery:k}/");
        assertEquals("2", describe("updated").versionId());
        assertThrows(ConcurrentModificationException.class, () -> update("1", "again/"));
        var refused = assertThrows(InvalidArgumentException.class, () -> update("2", "!{nonsense}/"));
        assertTrue(String.valueOf(refused.getMessage()).contains("Must be of the form !{<namespace>:<value>}"),
                String.valueOf(refused));
        assertEquals("other/k=!{partitionKeyFromQuery:k}/",
                describe("updated").destinations().getFirst().extendedS3DestinationDescription().prefix());
    }

    private void update(String version, String prefix) {
        served.client.updateDestination(each -> each.deliveryStreamName("updated")
                .currentDeliveryStreamVersionId(version)
                .destinationId("destinationId-000000000001").extendedS3DestinationUpdate(s3 -> s3.prefix(prefix)));
    }

    @Test
    void aDeletedStreamIsGoneAndAnotherOfItsNameHasNoneOfItsRecords() throws Exception {
        served.createByKey("deleted", "deleted-bucket");
        served.client.putRecord(each -> each.deliveryStreamName("deleted").record(Served.record("{\"k\":\"old\"}")));
        served.client.deleteDeliveryStream(each -> each.deliveryStreamName("deleted"));
        awaitGone("deleted");
        assertThrows(ResourceNotFoundException.class, () -> served.client.putRecord(
                each -> each.deliveryStreamName("deleted").record(Served.record("{\"k\":\"old\"}"))));
        served.createByKey("deleted", "deleted-bucket");
        served.client.putRecord(each -> each.deliveryStreamName("deleted").record(Served.record("{\"k\":\"new\"}")));
        assertEquals(200, served.post("/_sluice/flush").path("status").asInt());
        assertEquals(List.of("k=new"), List.copyOf(served.lines("deleted-bucket").keySet()));
    }

    private void awaitGone(String stream) {
        try {
            while (true) {
                describe(stream);
                Thread.onSpinWait();
            }
        } catch (ResourceNotFoundException e) {
            // As it should be.
        }
    }

    @Test
    void streamsAreListedPageByPageInTheOrderOfTheirNames() {
        served.createByKey("list-a", "list-bucket");
        served.createByKey("list-b", "list-bucket");
        var page = served.client.listDeliveryStreams(
                each -> each.limit(1).exclusiveStartDeliveryStreamName("list-"));
        assertEquals(List.of("list-a"), page.deliveryStreamNames());
        assertTrue(page.hasMoreDeliveryStreams());
        assertEquals(List.of("list-b"), served.client.listDeliveryStreams(
                each -> each.limit(1).exclusiveStartDeliveryStreamName("list-a")).deliveryStreamNames());
    }

    @Test
    void tagsAreKept() {
        served.createByKey("tagged", "tagged-bucket");
        served.client.tagDeliveryStream(each -> each.deliveryStreamName("tagged")
                .tags(Tag.builder().key("team").value("a").build(), Tag.builder().key("env").value("b").build()));
        served.client.untagDeliveryStream(each -> each.deliveryStreamName("tagged").tagKeys("env"));
        var tags = served.client.listTagsForDeliveryStream(each -> each.deliveryStreamName("tagged"));
        assertEquals(List.of(Tag.builder().key("team").value("a").build()), tags.tags());
        assertFalse(tags.hasMoreTags());
    }

    @Test
    void encryptionIsAState() {
        served.createByKey("encrypted", "encrypted-bucket");
        served.client.startDeliveryStreamEncryption(each -> each.deliveryStreamName("encrypted")
                .deliveryStreamEncryptionConfigurationInput(input -> input.keyType("AWS_OWNED_CMK")));
        assertEquals("ENABLED", describe("encrypted").deliveryStreamEncryptionConfiguration().statusAsString());
        assertTrue(served.client.putRecord(each -> each.deliveryStreamName("encrypted")
                .record(Served.record("{\"k\":\"a\"}"))).encrypted());
        served.client.stopDeliveryStreamEncryption(each -> each.deliveryStreamName("encrypted"));
        assertEquals("DISABLED", describe("encrypted").deliveryStreamEncryptionConfiguration().statusAsString());
    }

    @Test
    void whatFirehoseRefusesIsRefusedWithItsMessage() {
        served.createByKey("taken", "taken-bucket");
        assertThrows(ResourceInUseException.class, () -> served.createByKey("taken", "taken-bucket"));
        var small = assertThrows(InvalidArgumentException.class,
                () -> served.createByKey("small", "small-bucket", 1));
        assertTrue(String.valueOf(small.getMessage()).contains(
                "BufferingHints.SizeInMBs must be at least 64 when Dynamic Partitioning is enabled."),
                String.valueOf(small));
        assertThrows(ResourceNotFoundException.class, () -> describe("nothing"));
        assertThrows(InvalidArgumentException.class, () -> served.client.createDeliveryStream(
                each -> each.deliveryStreamName("none")));
        var name = assertThrows(FirehoseException.class, () -> served.createByKey("a/b", "bucket"));
        assertEquals("ValidationException", name.awsErrorDetails().errorCode());
    }

    @Test
    void putsBeyondTheLimitsAreRefusedAndThoseAtThemTaken() {
        served.createByKey("limits", "limits-bucket");
        String largest = "x".repeat(1_024_000);
        served.client.putRecord(each -> each.deliveryStreamName("limits").record(Served.record(largest)));
        assertEquals("ValidationException", assertThrows(FirehoseException.class, () -> served.client.putRecord(
                each -> each.deliveryStreamName("limits").record(Served.record(largest + "x"))))
                .awsErrorDetails().errorCode());
        assertEquals("ValidationException", assertThrows(FirehoseException.class, () -> served.client.putRecordBatch(
                each -> each.deliveryStreamName("limits").records(Collections.nCopies(501, Served.record("x")))))
                .awsErrorDetails().errorCode());
        var record = Served.record("x".repeat(1 << 20 >> 1));
        assertEquals(0, served.client.putRecordBatch(each -> each.deliveryStreamName("limits")
                .records(Collections.nCopies(8, record))).failedPutCount());
        assertThrows(InvalidArgumentException.class, () -> served.client.putRecordBatch(
                each -> each.deliveryStreamName("limits").records(Collections.nCopies(9, record))));
        assertThrows(FirehoseException.class, () -> served.client.putRecordBatch(
                each -> each.deliveryStreamName("limits").records(List.of())));
        served.client.putRecord(each -> each.deliveryStreamName("limits")
                .record(data -> data.data(SdkBytes.fromByteArray(new byte[0]))));
    }

    @Test
    void onlyWhoHasAKeyMayCall() {
        try (FirehoseClient wrong = Served.client(served.uri(), "local", "guess");
                FirehoseClient unknown = Served.client(served.uri(), "somebody", "local")) {
            assertEquals("InvalidSignatureException", assertThrows(FirehoseException.class,
                    () -> wrong.listDeliveryStreams()).awsErrorDetails().errorCode());
            assertEquals("UnrecognizedClientException", assertThrows(FirehoseException.class,
                    () -> unknown.listDeliveryStreams()).awsErrorDetails().errorCode());
        }
    }
}
