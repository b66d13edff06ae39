package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import io.sluice.testkit.contract.ObjectStoreContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/// The store's contract on the S3 adapter without a server, and that it leaves what the server leaves.
final class FolderS3ClientTest extends ObjectStoreContract {
    private static final ObjectAttributes ATTRIBUTES = new ObjectAttributes("gzip", "fingerprint-1", 3, 4);

    private static Path folder;
    private static S3Client client;

    @BeforeAll
    static void start(@TempDir Path root) {
        folder = root;
        client = new FolderS3Client(new FolderBuckets(Map.of("contract", root)));
        client.createBucket(bucket -> bucket.bucket("contract"));
    }

    @Override
    protected ObjectStore store() {
        return bucket(client, "contract");
    }

    @Override
    protected ObjectTree tree() {
        return bucket(client, "contract");
    }

    private static S3ObjectStore bucket(S3Client of, String name) {
        return new S3ObjectStore(of, name, Optional.empty(), new RequestCounts());
    }

    @Test
    void leavesTheFilesThatTheServerLeavesWithTheSameAttributes(@TempDir Path served, @TempDir Path direct)
            throws IOException {
        try (EmbeddedS3 server = EmbeddedS3.serving(Map.of("data", served), AccessKey.random());
                var services = new ServedClient(server.endpoint());
                S3Client files = new FolderS3Client(new FolderBuckets(Map.of("data", direct)))) {
            for (S3Client each : new S3Client[]{services.client(), files}) {
                each.createBucket(bucket -> bucket.bucket("data"));
                S3ObjectStore store = bucket(each, "data");
                store.create(new ObjectKey("a/ü=1/x.gz"), body("hello"), ATTRIBUTES);
                store.create(new ObjectKey("a/ü=1/x.gz"), body("again"), ObjectAttributes.NONE);
                store.put(new ObjectKey("a/y"), body(""));
                store.create(new ObjectKey("large"), Body.of(new byte[(16 << 20) + 1]), ATTRIBUTES);
                store.put(new ObjectKey("a/y/z"), body("below an object"));
            }
            assertEquals(tree(served.resolve("data")), tree(direct.resolve("data")));
            assertEquals("hello",
                    new String(bucket(services.client(), "data").get(new ObjectKey("a/ü=1/x.gz")), UTF_8));
        }
    }

    /// Path, permissions, length and attributes of each file and folder.
    private static Map<String, String> tree(Path root) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.filter(path -> !path.equals(root)).toList()) {
                all.put(root.relativize(path).toString(), Files.getPosixFilePermissions(path).toString()
                        + (Files.isDirectory(path) ? "" : " " + Files.size(path) + " " + attributes(path)));
            }
        }
        return all;
    }

    private static Map<String, String> attributes(Path path) throws IOException {
        Map<String, String> attributes = new TreeMap<>();
        var view = Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
        for (String name : view.list()) {
            ByteBuffer value = ByteBuffer.allocate(view.size(name));
            view.read(name, value);
            attributes.put(name, name.endsWith("md5")
                    ? HexFormat.of().formatHex(value.array())
                    : new String(value.array(), StandardCharsets.UTF_8));
        }
        return attributes;
    }

    @Test
    void aBucketThatItWasNotToldOfIsNoneWhateverFoldersThereAre() throws IOException {
        Files.createDirectories(folder.resolve("neighbour"));
        StoreException e = assertThrows(StoreException.class, () -> bucket(client, "neighbour").put(new ObjectKey("x"),
                body("x")));
        assertEquals(StoreException.Kind.REFUSED, e.kind());
        assertTrue(e.getMessage().contains("has the buckets contract and no other"), e.getMessage());
    }

    @Test
    void aBodyThatIsShorterOrLongerThanItSaysLeavesNothing() throws IOException {
        for (int announced : new int[]{0, 4, 6}) {
            ObjectKey key = new ObjectKey("bodies/" + announced);
            StoreException e = assertThrows(StoreException.class,
                    () -> store().create(key, wrong("hello", announced), ObjectAttributes.NONE));
            assertEquals(StoreException.Kind.UNKNOWN, e.kind());
            assertTrue(store().head(key).isEmpty());
        }
        assertTrue(store().list("", "").objects().stream().noneMatch(info -> info.key().value().contains("bodies")));
        try (Stream<Path> left = Files.walk(folder)) {
            assertEquals(0, left.filter(Files::isRegularFile).filter(file -> file.toString().contains("bodies"))
                    .count());
        }
    }

    private static Body wrong(String text, int announced) {
        byte[] bytes = text.getBytes(UTF_8);
        return new Body() {
            @Override
            public long length() {
                return announced;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }
        };
    }
}
