package io.sluice.infra.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.services.s3.S3Client;

/// Reads a bucket with nothing of the product, and says whether every record that was sent is there once, in its
/// place.
final class Judge {
    private static final Pattern PLACE = Pattern.compile("orders/shop=([^/]*)/day=(\\d{4}-\\d{2}-\\d{2})/[^/]+");
    private static final String REJECTED = "errors/metadata-extraction-failed/";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final S3Client s3;
    private final List<String> buckets;
    private final Map<String, List<String>> places = new TreeMap<>();

    /// @param buckets in which the stream's records may be
    Judge(S3Client s3, List<String> buckets) {
        this.s3 = s3;
        this.buckets = buckets;
    }

    /// @param lost records that an operator gave up, which are to be nowhere
    void everyRecordIsThereOnce(Collection<Sent> sent, Collection<Sent> lost) throws IOException {
        read();
        var expected = new TreeSet<String>();
        for (Sent each : sent) {
            if (!lost.contains(each)) {
                expected.add(each.text());
                List<String> found = places.getOrDefault(each.text(), List.of());
                assertEquals(1, found.size(), () -> each + " is at " + found);
                assertTrue(isItsPlace(each, found.getFirst()), () -> each + " is at " + found);
            }
        }
        assertEquals(expected, new TreeSet<>(places.keySet()), "nothing else is there");
    }

    private static boolean isItsPlace(Sent record, String key) {
        if (record.shop().isEmpty()) {
            return key.startsWith(REJECTED);
        }
        var place = PLACE.matcher(key);
        return place.matches() && place.group(1).equals(record.shop())
                && record.days().contains(LocalDate.parse(place.group(2)));
    }

    /// The records that are at a key, as they were sent.
    private void read() throws IOException {
        places.clear();
        for (String bucket : buckets) {
            for (var object : s3.listObjectsV2Paginator(list -> list.bucket(bucket)).contents()) {
                byte[] bytes = s3.getObjectAsBytes(get -> get.bucket(bucket).key(object.key())).asByteArray();
                if (object.key().startsWith("orders/") || object.key().startsWith(REJECTED)) {
                    for (String line : text(bytes).lines().toList()) {
                        places.computeIfAbsent(record(object.key(), line), _ -> new ArrayList<>()).add(object.key());
                    }
                }
            }
        }
    }

    private static String record(String key, String line) throws IOException {
        return key.startsWith(REJECTED)
                ? new String(Base64.getDecoder().decode(JSON.readTree(line).path("rawData").asText()), UTF_8)
                : line;
    }

    private static String text(byte[] bytes) throws IOException {
        if (bytes.length > 1 && bytes[0] == 0x1f && (bytes[1] & 0xff) == 0x8b) {
            try (var gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                return new String(gzip.readAllBytes(), UTF_8);
            }
        }
        return new String(bytes, UTF_8);
    }
}
