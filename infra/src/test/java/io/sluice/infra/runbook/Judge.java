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
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /// @param buckets in which the stream's records may be
    Judge(S3Client s3, List<String> buckets) {
        this.s3 = s3;
        this.buckets = buckets;
    }

    /// @param lost records that an operator gave up, which are to be nowhere
    void everyRecordIsThereOnce(Collection<Sent> sent, Collection<Sent> lost) throws IOException {
        judge(read(), sent, lost);
    }

    /// @param objects the records in each object, by its key
    static void judge(Map<String, List<String>> objects, Collection<Sent> sent, Collection<Sent> lost) {
        Map<String, List<String>> places = new TreeMap<>();
        objects.forEach((key, records) -> records
                .forEach(record -> places.computeIfAbsent(record, _ -> new ArrayList<>()).add(key)));
        Map<String, List<Sent>> held = new TreeMap<>();
        for (Sent each : sent) {
            if (!lost.contains(each)) {
                List<String> found = Objects.requireNonNullElse(places.remove(each.text()), List.of());
                assertEquals(1, found.size(), () -> each + " is at " + found);
                held.computeIfAbsent(found.getFirst(), _ -> new ArrayList<>()).add(each);
            }
        }
        assertEquals(Map.of(), places, "nothing else is there");
        held.forEach((key, records) -> assertTrue(isTheirPlace(records, lost, key), () -> records + " are at " + key));
    }

    /// An object is of one shop, and of the day on which the oldest of its records came in, or of those that were to be
    /// in it and were given up.
    private static boolean isTheirPlace(List<Sent> records, Collection<Sent> lost, String key) {
        String shop = records.getFirst().shop();
        if (!records.stream().allMatch(each -> each.shop().equals(shop))) {
            return false;
        }
        if (shop.isEmpty()) {
            return key.startsWith(REJECTED);
        }
        var place = PLACE.matcher(key);
        if (!place.matches() || !place.group(1).equals(shop)) {
            return false;
        }
        LocalDate day = LocalDate.parse(place.group(2));
        return Stream.concat(records.stream(), lost.stream().filter(each -> each.shop().equals(shop)))
                .anyMatch(each -> each.days().contains(day))
                && records.stream().allMatch(each -> each.days().stream().anyMatch(came -> !came.isBefore(day)));
    }

    /// The records that are in each object, as they were sent.
    private Map<String, List<String>> read() throws IOException {
        Map<String, List<String>> objects = new TreeMap<>();
        for (String bucket : buckets) {
            for (var object : s3.listObjectsV2Paginator(list -> list.bucket(bucket)).contents()) {
                byte[] bytes = s3.getObjectAsBytes(get -> get.bucket(bucket).key(object.key())).asByteArray();
                if (object.key().startsWith("orders/") || object.key().startsWith(REJECTED)) {
                    List<String> records = objects.computeIfAbsent(object.key(), _ -> new ArrayList<>());
                    for (String line : text(bytes).lines().toList()) {
                        records.add(record(object.key(), line));
                    }
                }
            }
        }
        return objects;
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
