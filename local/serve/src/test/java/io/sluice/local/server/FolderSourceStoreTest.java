package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3SourceStore;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import io.sluice.testkit.contract.SourceStoreContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/// Object versions by ETag in a folder, without a server.
final class FolderSourceStoreTest extends SourceStoreContract {
    private static S3Client client;

    @BeforeAll
    static void open(@TempDir Path folder) {
        client = new FolderS3Client(new FolderBuckets(Map.of("source", folder)));
        client.createBucket(bucket -> bucket.bucket("source"));
    }

    @AfterAll
    static void close() {
        client.close();
    }

    @Override
    protected SourceStore source() {
        return store();
    }

    @Override
    protected void write(String key, String content) {
        client.putObject(request -> request.bucket("source").key(key), RequestBody.fromString(content));
    }

    private static S3SourceStore store() {
        return new S3SourceStore(client, "source", new RequestCounts());
    }

    private static SourceObject the(String prefix) {
        List<SourceObject> objects = store().list(prefix, "").objects();
        assertEquals(1, objects.size(), objects.toString());
        return objects.getFirst();
    }

    @Test
    void aChangedOrVanishedVersionIsNotRead() {
        write("changed/a", "old");
        SourceObject old = the("changed/");
        write("changed/a", "new");
        assertThrows(SourceChangedException.class, () -> store().read(old, new ByteRange(0, 3)));
        client.deleteObject(request -> request.bucket("source").key("changed/a"));
        assertThrows(SourceChangedException.class, () -> store().read(old, new ByteRange(0, 3)));
    }

    @Test
    void onlyTheSameVersionIsReplaced() {
        write("replace/a", "old");
        SourceObject old = the("replace/");
        assertTrue(store().replace(old, Body.of("new".getBytes(UTF_8))));
        assertFalse(store().replace(old, Body.of("newer".getBytes(UTF_8))));
        SourceObject current = the("replace/");
        assertEquals("new", new String(store().read(current, new ByteRange(0, 3)), UTF_8));
        client.deleteObject(request -> request.bucket("source").key("replace/a"));
        assertFalse(store().replace(current, Body.of("again".getBytes(UTF_8))), "what is gone stays gone");
    }

    @Test
    void onlyTheSameVersionIsRemoved() {
        write("remove/a", "old");
        SourceObject old = the("remove/");
        write("remove/a", "new");
        assertFalse(store().remove(old));
        SourceObject current = the("remove/");
        assertTrue(store().remove(current));
        assertEquals(List.of(), store().list("remove/", "").objects());
        assertTrue(store().remove(current), "what is gone is removed");
    }
}
