package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.objects.ObjectKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/// Pages of a folder beside what S3 would say of the same keys.
final class BucketListingTest {
    private static final List<String> PARTS = List.of("a", "b", "a-", "a.b", "aa", "ü", "😀", "\uFB01", "~", "%", "x=1",
            "", ".", "0", "z".repeat(300));
    private static final int KEYS = 150;

    private final Random random = new Random(11);

    @Test
    void pagesOfAnySizeTogetherAreWhatIsThere(@TempDir Path folder) {
        NavigableSet<String> keys = new TreeSet<>(ObjectKey.LISTED);
        try (S3Client s3 = new FolderS3Client(new FolderBuckets(Map.of("data", folder)))) {
            s3.createBucket(bucket -> bucket.bucket("data"));
            while (keys.size() < KEYS) {
                String key = text(1 + random.nextInt(4));
                if (!key.isEmpty() && keys.add(key)) {
                    s3.putObject(put -> put.bucket("data").key(key), RequestBody.fromBytes(key.getBytes(UTF_8)));
                }
            }
            for (int round = 0; round < 100; round++) {
                String prefix = random.nextInt(3) == 0 ? "" : text(1 + random.nextInt(2));
                String after = random.nextInt(2) == 0 ? "" : text(1 + random.nextInt(3));
                boolean byFolder = random.nextBoolean();
                int keysMax = 1 + random.nextInt(20);
                assertEquals(expected(keys, prefix, after, byFolder), listed(s3, prefix, after, byFolder, keysMax),
                        "'" + prefix + "' after '" + after + "', " + byFolder + ", " + keysMax + " a page");
            }
        }
    }

    private String text(int parts) {
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            chosen.add(PARTS.get(random.nextInt(PARTS.size())));
        }
        return String.join("/", chosen);
    }

    private static List<String> expected(NavigableSet<String> keys, String prefix, String after, boolean byFolder) {
        NavigableSet<String> names = new TreeSet<>(ObjectKey.LISTED);
        for (String key : keys) {
            int slash = byFolder ? key.indexOf('/', prefix.length()) : -1;
            if (key.startsWith(prefix)) {
                names.add(slash < 0 ? key : key.substring(0, slash + 1));
            }
        }
        return List.copyOf(after.isEmpty() ? names : names.tailSet(after, false));
    }

    private static List<String> listed(S3Client s3, String prefix, String after, boolean byFolder, int keysMax) {
        List<String> names = new ArrayList<>();
        var request = ListObjectsV2Request.builder().bucket("data").prefix(prefix).maxKeys(keysMax)
                .startAfter(after.isEmpty() ? null : after).delimiter(byFolder ? "/" : null);
        ListObjectsV2Response page;
        do {
            page = s3.listObjectsV2(request.build());
            List<String> some = new ArrayList<>();
            page.contents().forEach(each -> some.add(each.key()));
            page.commonPrefixes().forEach(each -> some.add(each.prefix()));
            assertEquals(page.keyCount(), some.size());
            some.sort(ObjectKey.LISTED);
            names.addAll(some);
            request.continuationToken(page.nextContinuationToken());
        } while (page.isTruncated());
        return names;
    }
}
