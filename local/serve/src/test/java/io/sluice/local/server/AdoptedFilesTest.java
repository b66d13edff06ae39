package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.AwsClients;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3SourceStore;
import io.sluice.objects.ByteRange;
import io.sluice.source.SourceObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

final class AdoptedFilesTest {
    private static final String BUCKET = "lake";

    @TempDir
    private Path root = Path.of("");

    @Test
    void aFileThatWasCopiedIntoTheFolderIsAnObjectWithAnEtag() throws IOException {
        put("raw/dt=2026-11-01/a.ndjson", "{}\n");
        AdoptedFiles.adopt(root, BUCKET, "raw/");
        try (EmbeddedS3 server = EmbeddedS3.serving(Map.of(BUCKET, root), AccessKey.random());
                var http = UrlConnectionHttpClient.create();
                var s3 = AwsClients.s3(http, Optional.of(server.endpoint()))) {
            var store = new S3SourceStore(s3, BUCKET, new RequestCounts());
            List<SourceObject> listed = store.list("raw/", "").objects();
            assertEquals(List.of("8a80554c91d9fca8acb82f023de02f11"), listed.stream().map(SourceObject::etag).toList());
            assertEquals("{}\n", new String(store.read(listed.getFirst(), new ByteRange(0, 3)), UTF_8));
        }
    }

    @Test
    void whatIsElsewhereStaysAsItIs() throws IOException {
        put("raw/a", "a");
        put("other/b", "b");
        Files.writeString(root.resolve("c"), "c");
        AdoptedFiles.adopt(root, BUCKET, "raw/");
        AdoptedFiles.adopt(root, BUCKET, "nowhere/");
        AdoptedFiles.adopt(root, BUCKET, "../");
        assertEquals(Set.of("user.content-md5", "user.sluice-adopted"), Set.copyOf(attributes("lake/raw/a")));
        assertEquals(List.of(), attributes("lake/other/b"));
        assertEquals(List.of(), attributes("c"));
    }

    @Test
    void aFileThatIsWrittenToIsAnotherVersion() throws IOException {
        put("raw/a", "first");
        put("raw/b", "first");
        AdoptedFiles.adopt(root, BUCKET, "raw/");
        try (S3Client files = FolderS3Client.over(Map.of(BUCKET, root))) {
            var store = new S3SourceStore(files, BUCKET, new RequestCounts());
            List<SourceObject> before = store.list("raw/", "").objects();
            Files.writeString(root.resolve("lake/raw/a"), ", second", StandardOpenOption.APPEND);
            assertFalse(store.remove(before.getFirst()), "before it is looked at again");
            AdoptedFiles.adopt(root, BUCKET, "raw/");
            List<SourceObject> after = store.list("raw/", "").objects();
            assertNotEquals(before.getFirst().etag(), after.getFirst().etag());
            assertEquals(before.getLast(), after.getLast());
            assertFalse(store.remove(before.getFirst()));
            assertTrue(store.remove(after.getFirst()));
            assertTrue(store.remove(after.getLast()));
        }
    }

    private List<String> attributes(String file) throws IOException {
        return Files.getFileAttributeView(root.resolve(file), UserDefinedFileAttributeView.class).list();
    }

    private void put(String key, String content) throws IOException {
        Path file = root.resolve(BUCKET).resolve(key);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
