package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.iam.Call;
import io.sluice.infra.iam.Deployment;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awssdk.http.SdkHttpRequest;

/// Every kind of work that a deployment's functions do, with everything that makes them ask AWS for more: what is
/// refused, lost, damaged, too large for one request, or somebody else's.
final class AllWork implements AutoCloseable {
    static final String SOURCE = "raw/";
    private static final int REFUSED = 403;
    private static final String DRAIN = "{\"drain\":true}";
    private static final String DAY = ",\"day\":\"2018-01-31\"";
    private static final String PART = DAY + ",\"round\":1,\"from\":0,\"to\":1";
    private static final String RECOVER = "{\"recover\":\"at once\"}";

    /// What not every deployment does.
    enum Chapter {
        /// What every one does that buffers.
        ALWAYS,
        /// Removes records of a repartition's source.
        SOURCE,
        /// Shares deliveries out.
        SLICES,
        /// Readies itself for a snapshot, and goes without what is refused.
        PRIMING,
        /// Records of a queue or of a table's stream, each known by its receipt.
        RECEIPTS,
        /// Objects in several parts; the same whatever the source and the format.
        LARGE
    }

    private final Ground ground;
    private final Deployment deployment;
    private final Map<String, FunctionAtWork> functions = new LinkedHashMap<>();
    private final Map<Chapter, Map<String, List<Call>>> chapters = new EnumMap<>(Chapter.class);
    private final Map<String, Integer> told = new HashMap<>();
    private final Records records = new Records();
    /// After anything that the embedded S3 server dates, by its own clock.
    private Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(2));

    AllWork(Ground ground, Deployment deployment) {
        this.ground = ground;
        this.deployment = deployment;
        deployment.functions().forEach((what, function) -> functions.put(what,
                new FunctionAtWork(function, ground.environment(), () -> now)));
    }

    /// Everything.
    ///
    /// @return the calls of each function, by chapter
    Map<Chapter, Map<String, List<Call>>> all() {
        repartitionBegins();
        firstCommit();
        flushes();
        foreignObject();
        damage(this::discard);
        garbage();
        lostTable();
        retention();
        repartition();
        close(Chapter.ALWAYS);
        eraseSource();
        close(Chapter.SOURCE);
        slices();
        close(Chapter.SLICES);
        function("transform").prime();
        function("flush").prime();
        close(Chapter.PRIMING);
        return chapters;
    }

    /// What a stream that is compacted does otherwise: its compaction, and a retention that reaches what is compacted.
    Map<Chapter, Map<String, List<Call>>> compacted() {
        var compaction = new CompactionAtWork(function("compaction"), ground);
        compaction.begins();
        put("a");
        flush(DRAIN);
        retention();
        compaction.all();
        later(Duration.ofHours(2));
        compaction.ends();
        JsonNode erased = function("retention").ask("{\"erase\":{\"key\":\"shop=q\"}}");
        assertEquals(List.of("large/shop=p/day=2018-01-31/"), ground.keys(Ground.BUCKET).stream()
                .filter(key -> key.startsWith("large/")).map(key -> key.substring(0, key.lastIndexOf('/') + 1))
                .toList(), erased::toString);
        close(Chapter.ALWAYS);
        return chapters;
    }

    /// What the transform function does besides where records have receipts: a batch comes again, and the first one
    /// beside a manifest whose commit failed.
    Map<Chapter, Map<String, List<Call>>> receipts() {
        String first = records.sqs(now, List.of(Records.order("a")));
        function("transform").ask(first);
        function("transform").ask(first);
        var commits = new AtomicInteger();
        function("flush").http.refuse(request -> writesItems(request) && commits.incrementAndGet() > 1);
        assertThrows(RuntimeException.class, () -> flush(DRAIN));
        function("flush").http.refuse(_ -> false);
        function("transform").ask(records.sqs(now, List.of(Records.order("a"))));
        delivered(flush(DRAIN), 2);
        close(Chapter.RECEIPTS);
        return chapters;
    }

    /// Objects beyond what one request writes.
    Map<Chapter, Map<String, List<Call>>> largeObjects() {
        large();
        close(Chapter.LARGE);
        return chapters;
    }

    private void close(Chapter chapter) {
        Map<String, List<Call>> calls = new LinkedHashMap<>();
        functions.forEach((what, function) -> {
            int from = told.getOrDefault(what, 0);
            List<Call> all = function.calls();
            calls.put(what, all.subList(from, all.size()));
            told.put(what, all.size());
        });
        chapters.put(chapter, calls);
    }

    private FunctionAtWork function(String what) {
        return Optional.ofNullable(functions.get(what)).orElseThrow(() -> new AssertionError("no function " + what));
    }

    private JsonNode flush(String event) {
        return function("flush").ask(event);
    }

    /// A batch with a record for each shop and one that is rejected.
    private void put(String... shops) {
        var batch = new ArrayList<>(List.of(Records.REJECTED));
        for (String shop : shops) {
            batch.add(Records.order(shop));
        }
        put(batch);
    }

    private void put(List<String> batch) {
        function("transform").ask(deployment.readsKinesis()
                ? records.kinesis(0, now, batch)
                : records.firehose(now, batch));
    }

    private void later(Duration time) {
        now = now.plus(time);
    }

    /// An attempt at the stream's first commit fails and leaves a manifest; another shard's first batch finds it.
    private void firstCommit() {
        if (deployment.readsKinesis()) {
            put(List.of(Records.order("a")));
            var commits = new AtomicInteger();
            function("flush").http.refuse(request -> writesItems(request) && commits.incrementAndGet() > 1);
            assertThrows(RuntimeException.class, () -> flush(DRAIN));
            function("flush").http.refuse(_ -> false);
            function("transform").ask(records.kinesis(1, now, List.of(Records.order("a"))));
            delivered(flush(DRAIN), 2);
        }
    }

    private void flushes() {
        put("a", "b");
        flush("{}");
        later(Duration.ofMinutes(10));
        delivered(flush("{}"), 3);
        flush("{}");
        put("a", "b");
        put("a");
        delivered(flush(DRAIN), 5);
    }

    private static void delivered(JsonNode summary, int records) {
        assertEquals(records, summary.path("records").asInt(), summary::toString);
    }

    /// Somebody else's object lies where one is to be written.
    private void foreignObject() {
        put("a");
        String key = refusedKey("flush", () -> flush(DRAIN));
        ground.put(Ground.BUCKET, key, "somebody else's");
        flush(DRAIN);
        ground.delete(Ground.BUCKET, key);
        later(Duration.ofMinutes(10));
        flush(DRAIN);
        flush(DRAIN);
        assertTrue(ground.keys(Ground.BUCKET).contains(key), "it is delivered in the end");
    }

    /// Runs `work` while no object can be written.
    ///
    /// @return a key that was refused
    private String refusedKey(String what, Runnable work) {
        int before = function(what).calls().size();
        function(what).http.refuse(Ground::writesData);
        work.run();
        function(what).http.refuse(_ -> false);
        return function(what).calls().stream().skip(before)
                .filter(call -> call.status() == REFUSED && call.path().contains("shop="))
                .map(call -> call.path().substring(Ground.BUCKET.length() + 2)).findFirst().orElseThrow();
    }

    /// A staged chunk is damaged, and whoever comes to it asks whether it is given up.
    private void damage(Consumer<String> work) {
        put(List.of(Records.order("a")));
        String segment = ground.keys(Ground.STAGING).stream().filter(key -> key.startsWith("segments/orders/"))
                .findFirst().orElseThrow();
        damaged(segment, () -> work.accept(segment));
        later(Duration.ofMinutes(10));
        flush(DRAIN);
        flush(DRAIN);
    }

    private void damaged(String segment, Runnable work) {
        byte[] whole = ground.get(Ground.STAGING, segment);
        byte[] damaged = whole.clone();
        damaged[2] ^= 1;
        ground.put(Ground.STAGING, segment, damaged);
        work.run();
        ground.put(Ground.STAGING, segment, whole);
    }

    private void discard(String segment) {
        flush(DRAIN);
        JsonNode kept = flush("{\"discard\":{\"segment\":\"" + segment + "\",\"offset\":0}}");
        assertEquals(1, kept.path("recordsDiscarded").asInt(), kept::toString);
    }

    /// A batch whose entry was refused, and a manifest whose commit was; both are swept days later.
    private void garbage() {
        function("transform").http.refuse(AllWork::writesItems);
        assertThrows(RuntimeException.class, () -> put("a"));
        function("transform").http.refuse(_ -> false);
        put("a");
        function("flush").http.refuse(AllWork::writesItems);
        assertThrows(RuntimeException.class, () -> flush(DRAIN));
        function("flush").http.refuse(_ -> false);
        flush(DRAIN);
        flush(DRAIN);
        Instant today = now;
        later(Duration.ofDays(4));
        JsonNode swept = flush("{\"sweep\":true}");
        assertTrue(swept.path("segmentsRemoved").asInt() > 0, swept::toString);
        assertTrue(swept.path("manifestsRemoved").asInt() > 0, swept::toString);
        now = today;
    }

    private static boolean writesItems(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target").orElse("").matches(".*(PutItem|TransactWriteItems)");
    }

    private void lostTable() {
        put("a", "b");
        ground.loseTable();
        assertThrows(RuntimeException.class, () -> flush("{}"));
        assertTrue(flush(RECOVER).path("complete").asBoolean());
        delivered(flush(DRAIN), 3);
        flush(DRAIN);
        if (!deployment.readsKinesis()) {
            leftSegment();
        }
    }

    /// A segment that a recovery could not read is restored, and the next one takes it.
    private void leftSegment() {
        put("a");
        String segment = ground.keys(Ground.STAGING).stream().filter(key -> key.startsWith("segments/orders/"))
                .findFirst().orElseThrow();
        byte[] whole = ground.get(Ground.STAGING, segment);
        byte[] damaged = whole.clone();
        damaged[whole.length - 30] ^= 1;
        ground.put(Ground.STAGING, segment, damaged);
        ground.loseTable();
        assertEquals(1, flush(RECOVER).path("unreadable").size());
        ground.put(Ground.STAGING, segment, whole);
        JsonNode again = flush(RECOVER);
        assertEquals(0, again.path("unreadable").size(), again::toString);
        delivered(flush(DRAIN), 2);
    }

    private void slices() {
        assertTrue(function("flush").handOver());
        put("a");
        flush("{\"slice\":{\"from\":\"\"}}");
        flush(DRAIN);
    }

    private void retention() {
        var retention = function("retention");
        put("a", "b");
        flush(DRAIN);
        retention.ask("{\"set\":{\"key\":\"shop=a\",\"days\":1}}");
        retention.ask("{\"show\":true}");
        Instant today = now;
        later(Duration.ofDays(5));
        retention.ask("{\"run\":true,\"dryRun\":true}");
        JsonNode removed = retention.ask("{\"run\":true}");
        now = today;
        assertFalse(ground.keys(Ground.BUCKET).stream().anyMatch(key -> key.contains("shop=a/")), removed::toString);
        retention.ask("{\"remove\":{\"key\":\"shop=a\"}}");
        put("a", "b");
        retention.ask("{\"erase\":{\"key\":\"shop=b\"},\"dryRun\":true}");
        JsonNode erased = retention.ask("{\"erase\":{\"key\":\"shop=b\"}}");
        assertEquals("2018-01-31", erased.at("/daysUnmoved/0").asText(), erased::toString);
        assertTrue(erased.path("objects").asInt() > 0, erased::toString);
        retentionInTrouble();
    }

    private void eraseSource() {
        ground.put(Ground.BUCKET, SOURCE + "date=2018-02-01/both", Records.order("a") + "\n" + Records.order("b"));
        ground.put(Ground.BUCKET, SOURCE + "date=2018-02-01/one", Records.order("b"));
        JsonNode source = function("retention")
                .ask("{\"erase\":{\"key\":\"shop=b\",\"source\":\"" + SOURCE + "\"}}");
        assertEquals(List.of(SOURCE + "date=2018-02-01/both"), sources(), source::toString);
    }

    private List<String> sources() {
        return ground.keys(Ground.BUCKET).stream().filter(key -> key.startsWith(SOURCE)).toList();
    }

    /// An erasure delivers first what is staged, and finds all that a flush run finds.
    private void retentionInTrouble() {
        damage(_ -> function("retention").ask("{\"erase\":{\"key\":\"shop=a\"}}"));
        put("a", "b");
        function("retention").http.refuse(Ground::writesData);
        function("retention").ask("{\"erase\":{\"key\":\"shop=b\"}}");
        function("retention").http.refuse(_ -> false);
        function("retention").ask("{\"erase\":{\"key\":\"shop=b\"}}");
    }

    /// An erasure looks for days that are not moved yet.
    private void repartitionBegins() {
        ground.put(Ground.BUCKET, SOURCE + "date=2018-01-31/a", Records.order("a") + "\n" + Records.REJECTED + "\n");
        assertEquals("2018-01-31", step("plan", "").at("/days/0").asText());
    }

    private void repartition() {
        step("open", DAY);
        assertEquals("done", outcome("join", PART));
        String segment = ground.keys(Ground.STAGING).stream()
                .filter(key -> key.startsWith("segments/orders!repartition!")).findFirst().orElseThrow();
        damaged(segment, () -> assertEquals("blocked", outcome("settle", PART)));
        String key = refusedKey("repartition", () -> assertEquals("blocked", outcome("settle", PART)));
        ground.put(Ground.BUCKET, key, "somebody else's");
        assertEquals("blocked", outcome("settle", PART));
        ground.delete(Ground.BUCKET, key);
        String settled = outcome("settle", PART);
        while (settled.equals("more")) {
            later(Duration.ofMinutes(1));
            settled = outcome("settle", PART);
        }
        assertEquals("done", settled);
        step("view", "");
        step("close", DAY);
        assertEquals("done", outcome("remove", PART));
        assertEquals("done", outcome("closed", PART));
        assertEquals(List.of(), sources());
    }

    private String outcome(String step, String more) {
        return step(step, more).path("outcome").asText();
    }

    private JsonNode step(String step, String more) {
        return function("repartition").ask("{\"source\":\"" + SOURCE + "\",\"request\":{\"graceMinutes\":0,"
                + "\"acceptRejected\":true},\"step\":\"" + step + "\"" + more + "}");
    }

    /// Objects that are written in parts: a part is refused, and the upload is taken back; then it is written.
    private void large() {
        put(Records.large("a"));
        function("flush").http.refuse(request -> Ground.writesData(request)
                && request.rawQueryParameters().containsKey("partNumber"));
        flush(DRAIN);
        function("flush").http.refuse(_ -> false);
        later(Duration.ofMinutes(10));
        flush(DRAIN);
    }

    @Override
    public void close() {
        functions.values().forEach(FunctionAtWork::close);
    }
}
