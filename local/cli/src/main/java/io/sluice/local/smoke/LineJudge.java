package io.sluice.local.smoke;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// The reader of what landed, which holds it against what was sent. It shares no code with what wrote it.
///
/// @param bucket of the objects
record LineJudge(CloudBuckets buckets, String bucket) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Reads every object that is there now.
    ///
    /// @throws SmokeException when one can't be read
    LandedRecords judge(SentRecords sent) {
        Map<String, String> shops = sent.shops();
        Map<String, Integer> times = new HashMap<>();
        long misplaced = 0;
        long sum = 0;
        List<String> keys = buckets.keys(bucket, TrialStream.PLACE);
        for (String key : keys) {
            for (String line : lines(key)) {
                times.merge(line, 1, Integer::sum);
                sum += number(line, key);
                String shop = shops.get(line);
                if (shop != null && !key.startsWith(TrialStream.PLACE + shop + "/")) {
                    misplaced++;
                }
            }
        }
        long delivered = times.values().stream().mapToLong(Integer::longValue).sum();
        long known = times.keySet().stream().filter(shops::containsKey).count();
        return new LandedRecords(sent.count(), delivered, sent.count() - known, delivered - times.size(), misplaced,
                times.size() - known, buckets.keys(bucket, TrialStream.ERRORS).size(), keys.size(), sent.sum(), sum);
    }

    private List<String> lines(String key) {
        byte[] content = buckets.content(bucket, key);
        try (var object = new GZIPInputStream(new ByteArrayInputStream(content))) {
            return new String(object.readAllBytes(), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new SmokeException("the object " + key + " is damaged: " + e.getMessage(), e);
        }
    }

    private static long number(String line, String key) {
        try {
            return JSON.readTree(line).path("number").asLong();
        } catch (IOException e) {
            throw new SmokeException("the object " + key + " has a line that is no JSON", e);
        }
    }
}
