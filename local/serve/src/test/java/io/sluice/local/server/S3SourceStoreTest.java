package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.AwsClients;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3SourceStore;
import io.sluice.local.server.FaultyHttpClient.Fault;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.testkit.contract.SourceStoreContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Object versions by ETag, against the embedded S3 server.
final class S3SourceStoreTest extends SourceStoreContract {
    private static EmbeddedS3 server;
    private static SdkHttpClient http;
    private static S3Client client;

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = EmbeddedS3.serving(Map.of("source", folder), AccessKey.random());
        http = UrlConnectionHttpClient.create();
        client = AwsClients.s3(http, Optional.of(server.endpoint()));
        client.createBucket(bucket -> bucket.bucket("source"));
    }

    @AfterAll
    static void stop() {
        client.close();
        http.close();
        server.close();
    }

    private static S3SourceStore store() {
        return new S3SourceStore(client, "source", new RequestCounts());
    }

    private static void put(String key, String content) {
        client.putObject(request -> request.bucket("source").key(key), RequestBody.fromString(content));
    }

    @Override
    protected SourceStore source() {
        return store();
    }

    @Override
    protected void write(String key, String content) {
        put(key, content);
    }

    private static SourceObject the(String prefix) {
        List<SourceObject> objects = store().list(prefix, "").objects();
        assertEquals(1, objects.size(), objects.toString());
        return objects.getFirst();
    }

    @Test
    void aListingGoesOnBehindAKey() {
        put("list/a", "1");
        put("list/b", "2");
        assertEquals(List.of("list/b"),
                store().list("list/", "list/a").objects().stream().map(object -> object.key().value()).toList());
    }

    @Test
    void aChangedOrVanishedVersionIsNotRead() {
        put("changed/a", "old");
        SourceObject old = the("changed/");
        put("changed/a", "new");
        assertThrows(SourceChangedException.class, () -> store().read(old, new ByteRange(0, 3)));
        client.deleteObject(request -> request.bucket("source").key("changed/a"));
        assertThrows(SourceChangedException.class, () -> store().read(old, new ByteRange(0, 3)));
    }

    @Test
    void onlyTheSameVersionIsReplacedAndItsMetadataStay() {
        client.putObject(request -> request.bucket("source").key("replace/a").contentType("text/plain")
                .metadata(Map.of("who", "me")), RequestBody.fromString("old"));
        SourceObject old = the("replace/");
        assertTrue(store().replace(old, Body.of("new".getBytes(UTF_8))));
        assertFalse(store().replace(old, Body.of("newer".getBytes(UTF_8))));
        SourceObject current = the("replace/");
        assertEquals("new", new String(store().read(current, new ByteRange(0, 3)), UTF_8));
        var head = client.headObject(request -> request.bucket("source").key("replace/a"));
        assertEquals("text/plain", head.contentType());
        assertEquals(Map.of("who", "me"), head.metadata());
        client.deleteObject(request -> request.bucket("source").key("replace/a"));
        assertFalse(store().replace(current, Body.of("again".getBytes(UTF_8))), "what is gone stays gone");
    }

    @Test
    void onlyTheSameVersionIsRemoved() {
        put("remove/a", "old");
        SourceObject old = the("remove/");
        put("remove/a", "new");
        assertFalse(store().remove(old));
        SourceObject current = the("remove/");
        assertTrue(store().remove(current));
        assertEquals(List.of(), store().list("remove/", "").objects());
        assertTrue(store().remove(current), "what is gone is removed");
    }

    /// A store whose second request has this fault; the first is the HEAD before every write.
    private static S3SourceStore faulty(Fault fault) {
        var faulty = new FaultyHttpClient(UrlConnectionHttpClient.create(), fault, 2);
        return new S3SourceStore(AwsClients.s3(faulty, Optional.of(server.endpoint())), "source", new RequestCounts());
    }

    @Test
    void aReplacementWhoseAnswerWasLostIsDoneThoughItsSecondCopyIsRefused() {
        put("lost/a", "old");
        SourceObject old = the("lost/");
        assertTrue(faulty(Fault.ANSWER_LOST).replace(old, Body.of("new".getBytes(UTF_8))));
        assertEquals("new", new String(store().read(the("lost/"), new ByteRange(0, 3)), UTF_8));
    }

    @Test
    void aRemovalWhoseAnswerWasLostIsDoneThoughItsSecondCopyIsRefused() {
        put("lostRemoval/a", "old");
        assertTrue(faulty(Fault.ANSWER_LOST).remove(the("lostRemoval/")));
        assertEquals(List.of(), store().list("lostRemoval/", "").objects());
    }

    @Test
    void whatAnotherWroteBetweenTheLookAndTheWriteStaysAsItsWriterLeftIt() {
        for (String theirs : List.of("new", "theirs")) {
            put("between/a", "old");
            SourceObject old = the("between/");
            var store = new S3SourceStore(meanwhile(() -> put("between/a", theirs)), "source", new RequestCounts());
            assertFalse(store.replace(old, Body.of("now".getBytes(UTF_8))));
            assertEquals(theirs, content("between/a"));
            put("between/a", "old");
            store = new S3SourceStore(meanwhile(() -> put("between/a", theirs)), "source", new RequestCounts());
            assertFalse(store.remove(old));
            assertEquals(theirs, content("between/a"));
        }
    }

    private static String content(String key) {
        return client.getObjectAsBytes(request -> request.bucket("source").key(key)).asUtf8String();
    }

    /// A client before whose second request something else happens.
    private static S3Client meanwhile(Runnable another) {
        var requests = new AtomicInteger();
        return AwsClients.s3(new SdkHttpClient() {
            @Override
            public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
                if (requests.incrementAndGet() == 2) {
                    another.run();
                }
                return http.prepareRequest(request);
            }

            @Override
            public void close() {
                // The client below is the test's.
            }
        }, Optional.of(server.endpoint()));
    }
}
