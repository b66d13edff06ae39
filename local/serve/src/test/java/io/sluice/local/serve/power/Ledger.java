package io.sluice.local.serve.power;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What clients were told of their records and streams, and what must hold of both. It knows nothing of a server but
/// its answers and the objects that it leaves. Thread-safe.
final class Ledger {
    private final Map<String, Told> records = new TreeMap<>();
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, Kept> streams = new TreeMap<>();
    private int made;

    /// The last that a client knows of something.
    enum Answer {
        ACKNOWLEDGED, REFUSED, UNKNOWN
    }

    private record Told(Answer answer, String id, String bucket) {}

    /// A stream by its clients' knowledge: it may be there or not, under one of some prefixes.
    private static final class Kept {
        private final String bucket;
        private boolean mayBeThere;
        private boolean mayBeGone;
        private final List<String> prefixes = new ArrayList<>();

        Kept(String bucket) {
            this.bucket = bucket;
        }
    }

    /// A violation of what clients were promised.
    static final class Violation extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Violation(String message) {
            super(message);
        }

        Violation(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// A bucket for the next stream of any name.
    synchronized String bucket() {
        made++;
        return "bucket-" + made;
    }

    synchronized void creating(String stream, String bucket, String prefix) {
        var kept = new Kept(bucket);
        kept.mayBeThere = true;
        kept.mayBeGone = true;
        kept.prefixes.add(prefix);
        streams.put(stream, kept);
    }

    synchronized void created(String stream) {
        kept(stream).mayBeGone = false;
    }

    synchronized void deleting(String stream) {
        kept(stream).mayBeGone = true;
    }

    synchronized void deleted(String stream) {
        kept(stream).mayBeThere = false;
    }

    synchronized void changing(String stream, String prefix) {
        kept(stream).prefixes.add(prefix);
    }

    /// From now on it has the prefix that came last.
    synchronized void changed(String stream) {
        List<String> prefixes = kept(stream).prefixes;
        prefixes.subList(0, prefixes.size() - 1).clear();
    }

    private Kept kept(String stream) {
        return Optional.ofNullable(streams.get(stream)).orElseThrow();
    }

    /// Tests whether clients know of such a stream.
    synchronized boolean has(String stream) {
        return streams.containsKey(stream) && kept(stream).mayBeThere;
    }

    /// All buckets of streams that ever were.
    synchronized Set<String> buckets() {
        return records.values().stream().map(Told::bucket).collect(Collectors.toSet());
    }

    /// The bucket of the stream that has the name now.
    synchronized String bucketOf(String stream) {
        return kept(stream).bucket;
    }

    /// Compares the streams that a server describes after its start, by their names, and remembers what they are.
    synchronized void requireStreams(Map<String, JsonNode> described) {
        for (String name : described.keySet()) {
            if (!streams.containsKey(name) || !kept(name).mayBeThere) {
                throw new Violation("the stream " + name + " is there again, which was deleted");
            }
        }
        streams.forEach((name, kept) -> {
            if (!described.containsKey(name)) {
                if (!kept.mayBeGone) {
                    throw new Violation("the stream " + name + " is gone, which was created");
                }
                kept.mayBeThere = false;
                return;
            }
            kept.mayBeGone = false;
            String prefix = described.get(name).findPath("Prefix").asText();
            if (!kept.prefixes.contains(prefix)) {
                throw new Violation(name + " has the prefix " + prefix + ", and was told " + kept.prefixes);
            }
            kept.prefixes.removeIf(each -> !each.equals(prefix));
        });
    }

    /// A record was sent, and nothing is known of it yet.
    synchronized void sent(String stream, String text) {
        records.put(text, new Told(Answer.UNKNOWN, "", kept(stream).bucket));
    }

    synchronized void refused(String text) {
        tell(text, Answer.REFUSED, "");
    }

    synchronized void acknowledged(String text, String id) {
        String other = ids.put(told(text).bucket + "/" + id, text);
        if (other != null && !other.equals(text)) {
            throw new Violation("the id " + id + " was given to two records");
        }
        tell(text, Answer.ACKNOWLEDGED, id);
    }

    private Told told(String text) {
        return Optional.ofNullable(records.get(text)).orElseThrow();
    }

    private void tell(String text, Answer answer, String id) {
        Told before = told(text);
        boolean isAgain = before.answer == Answer.ACKNOWLEDGED;
        if (isAgain && (answer != Answer.ACKNOWLEDGED || !before.id.equals(id))) {
            throw new Violation("a call that was acknowledged is " + answer + " at its repeat, of " + before.id
                    + " and now " + id);
        }
        records.put(text, new Told(answer, id, before.bucket));
    }

    /// Records that were acknowledged, of streams that are there for certain.
    synchronized Set<String> acknowledged() {
        Set<String> buckets = new HashSet<>();
        streams.values().stream().filter(kept -> !kept.mayBeGone).forEach(kept -> buckets.add(kept.bucket));
        Set<String> texts = new HashSet<>();
        records.forEach((text, told) -> {
            if (told.answer == Answer.ACKNOWLEDGED && buckets.contains(told.bucket)) {
                texts.add(text);
            }
        });
        return texts;
    }

    /// Compares what was delivered with what was told, when all is.
    ///
    /// @param delivered each record that lies anywhere, by its bucket
    synchronized void requireDelivered(Map<String, List<String>> delivered) {
        Map<String, Integer> counts = new HashMap<>();
        delivered.forEach((bucket, texts) -> texts.forEach(text -> {
            Told told = records.get(text);
            if (told == null || !told.bucket.equals(bucket)) {
                throw new Violation("nobody put into " + bucket + ": " + beginning(text));
            }
            counts.merge(text, 1, Integer::sum);
        }));
        Set<String> wanted = acknowledged();
        records.forEach((text, told) -> {
            int count = counts.getOrDefault(text, 0);
            boolean isRight = wanted.contains(text)
                    ? count == 1
                    : count == 0 || (count == 1 && told.answer != Answer.REFUSED);
            if (!isRight) {
                throw new Violation("delivered " + count + " times, and it is " + told + ": " + beginning(text));
            }
        });
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(text.length(), 40));
    }
}
