package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// Keys that are no file names, as S3 takes them: through the server and without it.
@Tag("long")
final class KeysAsFilesTest {
    private static final List<String> KEYS = List.of("plain", "a/b", "a", "a/b/c", "/lead/x", "//", "logs//x/y", "end/",
            "end//", "100%", "%%", "%%/%%", "x%%/a%2Fb", "n".repeat(256) + "/o", "n".repeat(256),
            "o/" + "é".repeat(400),
            "A/case", "a/Case", ".mpus-x/y", ".s3proxy-versions/y", "=/+ &?#;@é😀", "views/t.sql");

    private Path folder = Path.of("");

    @BeforeEach
    void into(@TempDir Path empty) {
        folder = empty;
    }

    /// What is done with a client over the folder.
    private interface Use {
        void with(S3Client client) throws IOException;
    }

    private void through(boolean server, Use use) throws IOException {
        if (server) {
            try (EmbeddedS3 s3 = EmbeddedS3.serving(Map.of("data", folder), AccessKey.random());
                    var services = new ServedClient(s3.endpoint())) {
                make(services.client());
                use.with(services.client());
            }
        } else {
            try (S3Client client = new FolderS3Client(new FolderBuckets(Map.of("data", folder)))) {
                make(client);
                use.with(client);
            }
        }
    }

    private void make(S3Client client) {
        if (Files.notExists(folder.resolve("data"))) {
            client.createBucket(bucket -> bucket.bucket("data"));
        }
    }

    @Test
    void everyKeyIsAnObjectWithoutTheServer() throws IOException {
        everyKeyIsAnObject(false);
    }

    @Test
    void everyKeyIsAnObjectThroughTheServer() throws IOException {
        everyKeyIsAnObject(true);
    }

    private void everyKeyIsAnObject(boolean server) throws IOException {
        for (int seed = 0; seed < 3; seed++) {
            List<String> keys = new ArrayList<>(KEYS);
            Collections.shuffle(keys, new Random(seed));
            through(server, client -> {
                for (String key : keys) {
                    client.putObject(put -> put.bucket("data").key(key).ifNoneMatch("*"), RequestBody.fromString(key));
                }
            });
            through(!server, client -> assertEquals(ordered(keys), listed(client, "")));
            through(server, client -> {
                assertEquals(ordered(keys), listed(client, ""));
                for (String key : keys) {
                    assertEquals(key, client.getObjectAsBytes(get -> get.bucket("data").key(key)).asUtf8String());
                    assertEquals(key.getBytes(UTF_8).length,
                            client.headObject(head -> head.bucket("data").key(key)).contentLength());
                    assertEquals(412, assertThrows(S3Exception.class,
                            () -> client.putObject(put -> put.bucket("data").key(key).ifNoneMatch("*"),
                                    RequestBody.fromString("another")))
                            .statusCode(), key);
                    for (String prefix : List.of(key, key.substring(0, key.length() / 2), key + "/")) {
                        assertEquals(ordered(keys.stream().filter(each -> each.startsWith(prefix)).toList()),
                                listed(client, prefix), prefix);
                        assertEquals(foldersOf(keys, prefix), folders(client, prefix), prefix);
                    }
                }
                for (String key : keys) {
                    client.deleteObjects(delete -> delete.bucket("data")
                            .delete(objects -> objects.objects(ObjectIdentifier.builder().key(key).build())));
                    assertThrows(NoSuchKeyException.class, () -> client.headObject(h -> h.bucket("data").key(key)),
                            key);
                }
                assertEquals(List.of(), listed(client, ""));
            });
            assertEquals(Set.of("data"), children(folder));
            assertEquals(Set.of(), children(folder.resolve("data")));
        }
    }

    private static List<String> ordered(List<String> keys) {
        return keys.stream().sorted(Comparator.comparing(key -> key.getBytes(UTF_8), Arrays::compareUnsigned)).toList();
    }

    private static List<String> listed(S3Client client, String prefix) {
        List<String> keys = new ArrayList<>();
        client.listObjectsV2Paginator(list -> list.bucket("data").prefix(prefix).maxKeys(3)).contents().stream()
                .map(S3Object::key).forEach(keys::add);
        return keys;
    }

    private static Set<String> foldersOf(List<String> keys, String prefix) {
        return keys.stream().filter(key -> key.startsWith(prefix) && key.indexOf('/', prefix.length()) >= 0)
                .map(key -> key.substring(0, key.indexOf('/', prefix.length()) + 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> folders(S3Client client, String prefix) {
        return client.listObjectsV2Paginator(list -> list.bucket("data").prefix(prefix).delimiter("/").maxKeys(2))
                .commonPrefixes().stream().map(CommonPrefix::prefix).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> children(Path folder) throws IOException {
        try (Stream<Path> each = Files.list(folder)) {
            return each.map(child -> child.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void anUploadInPartsIsAnObjectUnderAnyKeyAndLeavesNothingElse() throws IOException {
        for (boolean server : new boolean[]{true, false}) {
            through(server, client -> {
                for (String key : KEYS) {
                    String upload = client.createMultipartUpload(u -> u.bucket("data").key(key).contentEncoding("gzip")
                            .metadata(Map.of("a", "b"))).uploadId();
                    String part = client.uploadPart(p -> p.bucket("data").key(key).uploadId(upload).partNumber(1),
                            RequestBody.fromString(key)).eTag();
                    assertFalse(listed(client, "").contains(key));
                    client.completeMultipartUpload(c -> c.bucket("data").key(key).uploadId(upload).ifNoneMatch("*")
                            .multipartUpload(m -> m.parts(CompletedPart.builder().partNumber(1).eTag(part).build())));
                    var head = client.headObject(h -> h.bucket("data").key(key));
                    assertEquals("gzip b", head.contentEncoding() + " " + head.metadata().get("a"), key);
                }
                assertEquals(ordered(KEYS), listed(client, ""));
                String left = client.createMultipartUpload(u -> u.bucket("data").key("left")).uploadId();
                client.uploadPart(p -> p.bucket("data").key("left").uploadId(left).partNumber(1),
                        RequestBody.fromString("part"));
                try (Stream<Path> all = Files.walk(folder.resolve("data"))) {
                    assertEquals(KEYS.size(), all.filter(Files::isRegularFile).count());
                }
                for (String key : KEYS) {
                    client.deleteObjects(delete -> delete.bucket("data")
                            .delete(objects -> objects.objects(ObjectIdentifier.builder().key(key).build())));
                }
            });
            assertEquals(Set.of("data"), children(folder));
            assertEquals(Set.of(), children(folder.resolve("data")));
        }
    }

    @Test
    void aCopyIsAnObjectUnderAnyKey() throws IOException {
        through(true, client -> {
            client.putObject(put -> put.bucket("data").key("/a//b"), RequestBody.fromString("b"));
            client.copyObject(c -> c.sourceBucket("data").sourceKey("/a//b").destinationBucket("data")
                    .destinationKey("copies//b"));
            assertEquals("b", client.getObjectAsBytes(g -> g.bucket("data").key("copies//b")).asUtf8String());
            assertEquals(List.of("/a//b", "copies//b"), listed(client, ""));
        });
    }

    /// A kill leaves what was being written beside the buckets: whole, in part, and parts of an upload.
    @Test
    void whatAKillLeavesIsSweptAndNoReaderEverLists() throws IOException {
        Path left = folder.resolve(WritingFolder.NAME).resolve("9e107d9d-372b-4b56-9e6f-8a1c1d1f2b11");
        Files.createDirectories(left.resolve(".mpus-1"));
        Files.writeString(left.resolve("whole"), "record\n");
        Files.writeString(left.resolve(".mpus-1/part"), "rec");
        through(true, client -> {
            client.putObject(put -> put.bucket("data").key("a"), RequestBody.fromString("a"));
            assertEquals(List.of("a"), listed(client, ""));
            assertFalse(Files.exists(left));
        });
        assertEquals(Set.of("data"), children(folder));
    }

    @Test
    void whatOneServerIsWritingAnotherInTheSameFolderLeavesAlone() throws IOException {
        through(true, first -> {
            String upload = first.createMultipartUpload(u -> u.bucket("data").key("k")).uploadId();
            String part = first.uploadPart(p -> p.bucket("data").key("k").uploadId(upload).partNumber(1),
                    RequestBody.fromString("part")).eTag();
            through(false, second -> second.putObject(put -> put.bucket("data").key("b"), RequestBody.fromString("b")));
            first.completeMultipartUpload(c -> c.bucket("data").key("k").uploadId(upload)
                    .multipartUpload(m -> m.parts(CompletedPart.builder().partNumber(1).eTag(part).build())));
            assertEquals(List.of("b", "k"), listed(first, ""));
        });
    }

    @Test
    void aFolderThatLeavesNoRoomForKeysIsRefusedAtTheStart() throws IOException {
        Path deep = folder;
        for (int i = 0; i < 4; i++) {
            deep = deep.resolve("d".repeat(200));
        }
        Path tooDeep = Files.createDirectories(deep);
        assertTrue(String.valueOf(
                assertThrows(UncheckedIOException.class, () -> new FolderBuckets(Map.of("data", tooDeep))).getMessage())
                .contains("use a folder that is less deep"));
    }
}
