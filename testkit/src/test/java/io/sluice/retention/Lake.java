package io.sluice.retention;

import io.sluice.flush.OpenDeliveries;
import io.sluice.index.Buffer;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LakeObject;
import io.sluice.landing.LandingLog;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.SuccessObjects;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectTree;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.memory.MemoryRetentionRules;
import io.sluice.testkit.requests.CountingObjectTree;
import io.sluice.view.Announcements;
import io.sluice.work.Deadline;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import static java.nio.charset.StandardCharsets.UTF_8;

/// A bucket of delivered objects in memory, of a stream that no flush run ever committed for.
final class Lake {
    static final Instant NOW = Instant.parse("2018-02-06T12:00:00Z");
    static final String QUAKES = "net=!{partitionKeyFromQuery:net}/date=!{partitionKeyFromQuery:date}/";

    final MemoryObjectStore data = new MemoryObjectStore(() -> this.now);
    final MemoryRetentionRules rules = new MemoryRetentionRules();
    final MemoryObjectStore staging = new MemoryObjectStore(() -> this.now);
    final MemoryIndex index = new MemoryIndex(50);
    final CountingObjectTree tree = new CountingObjectTree(data);
    private final String prefix;
    private final KeyEncoding encoding;
    private int named;
    Instant now = NOW;

    Lake(String prefix) {
        this(prefix, KeyEncoding.VERBATIM);
    }

    Lake(String prefix, KeyEncoding encoding) {
        this.prefix = prefix;
        this.encoding = encoding;
    }

    RetentionSettings settings(Optional<Integer> days) {
        return new RetentionSettings("quakes", PrefixExpression.parse(prefix),
                PrefixExpression.parse("errors/!{firehose:error-output-type}/"), encoding,
                Map.of("date", "yyyy-MM-dd"), ZoneOffset.UTC, days, Optional.empty(), success);
    }

    /// An object of the stream's in each folder, ten bytes large.
    Lake with(String... folders) {
        for (String folder : folders) {
            put(folder + "quakes-1-2018-02-01-00-00-00-" + new UUID(0x8000L, named++ | 1L << 63));
        }
        return this;
    }

    void put(String key) {
        data.put(new ObjectKey(key), Body.of("0123456789".getBytes(UTF_8)));
    }

    /// The `_SUCCESS` objects of the stream's dates.
    Optional<SuccessObjects> success = Optional.empty();

    /// From now on the stream has a landing log.
    Optional<LakeLog.Reader> told = Optional.empty();

    /// The keys of what was told to go, in order.
    List<ObjectKey> goneToldOf() {
        return new LandingLog(LakeLog.chain("quakes"), staging).steps(0)
                .flatMap(step -> ((LandingLog.Step.Came) step).landing().change().stream())
                .flatMap(change -> change.gone().stream()).map(LakeObject::key).toList();
    }

    void rule(String of, int days) {
        rules.set(new RetentionRule(KeyValue.parse(of), days));
    }

    Retention retention(Optional<Integer> days, ObjectTree objects) {
        OpenDeliveries deliveries = new OpenDeliveries(new Buffer("quakes", staging, index));
        return new Retention(settings(days), rules, objects, deliveries, () -> now,
                told.map(reader -> new Announcements(
                        new LakeLog("quakes", staging, reader, () -> now), deliveries)));
    }

    RemovalReport run() {
        return run(Optional.empty(), RemovalMode.REMOVE);
    }

    RemovalReport run(Optional<Integer> days, RemovalMode mode) {
        return retention(days, tree).run(mode, NOW, Deadline.NONE);
    }

    /// The folders that have objects.
    Set<String> folders() {
        Set<String> folders = new TreeSet<>();
        data.contents().keySet().forEach(key -> folders.add(key.substring(0, key.lastIndexOf('/') + 1)));
        return folders;
    }
}
