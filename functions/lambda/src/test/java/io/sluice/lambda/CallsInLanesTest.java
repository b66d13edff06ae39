package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.call.Call;
import io.sluice.call.CallGroups;
import io.sluice.call.CallGroups.Attempt;
import io.sluice.codec.Compression;
import io.sluice.event.CallSettings.Retries;
import io.sluice.flush.TableLostException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.recover.RecoveryMark;
import io.sluice.recover.RecoveryRefusedException;
import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.PassingIndex;
import io.sluice.testkit.requests.PassingObjectStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A stream of calls in several lanes, over replicas with any number of them.
final class CallsInLanesTest {
    private static final String STREAM = "clickstream";
    private static final int CALLS = 12;

    private final StreamInMemory stream;
    /// Of the calls from half of all on, in their order.
    private final List<String> segments = new ArrayList<>();

    CallsInLanesTest() throws IOException {
        stream = new StreamInMemory(configuration(Optional.of(3)));
    }

    private static ObjectNode configuration(Optional<Integer> lanes) throws IOException {
        ObjectNode all = (ObjectNode) new ObjectMapper().readTree(Path.of("../../events/clickstream/stream.json")
                .toFile());
        ObjectNode sluice = all.putObject("Sluice");
        sluice.putObject("Source").put("Type", "direct").put("GroupMillis", 0);
        lanes.ifPresent(count -> sluice.put("Lanes", count));
        return all;
    }

    /// Another deployment of the stream, over the same buckets and table.
    private StreamInMemory deployed(Optional<Integer> lanes) throws IOException {
        StreamInMemory other = new StreamInMemory(StreamInMemory.parse(configuration(lanes)), stream.ports);
        other.now = stream.now;
        return other;
    }

    private static CallGroups replica(StreamInMemory deployed) {
        return deployed.stream.intake().calls(() -> 0L, _ -> {});
    }

    private Call call(int number) {
        return Call.named(STREAM, "invocation " + number, new byte[0], Retries.ONCE, stream.now,
                List.of(("{\"type\":\"view\",\"ts\":1767268800,\"number\":" + number + "}").getBytes(UTF_8)));
    }

    private List<Attempt> put(CallGroups replica, int from, int below) throws InterruptedException {
        // A repeat of the same time is the same segment, and takes itself for the first.
        stream.now = stream.now.plusMillis(1);
        List<Attempt> attempts = new ArrayList<>();
        for (int number = from; number < below; number++) {
            attempts.add(replica.put(call(number)));
        }
        return attempts;
    }

    private static List<Attempt> all(Attempt attempt, int count) {
        return IntStream.range(0, count).mapToObj(_ -> attempt).toList();
    }

    private Set<String> staged(String suffix) {
        return stream.ports.stagingBucket.contents().keySet().stream()
                .filter(key -> key.startsWith("segments/") && key.endsWith(".accepted") == suffix.equals(".accepted"))
                .map(key -> key.replace(".accepted", "")).collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> lanes() {
        return staged("").stream().map(key -> key.split("/", -1)[1]).collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode locally(StreamInMemory deployed, String event) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        new FlushHandler(deployed.stream).handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), output, null);
        return new ObjectMapper().readTree(output.toByteArray());
    }

    private void assertDeliveredOnce(StreamInMemory deployed, int calls) throws IOException {
        locally(deployed, "{\"drain\":true}");
        List<String> lines = new ArrayList<>();
        Map<String, byte[]> objects = new TreeMap<>(stream.objects());
        for (Map.Entry<String, byte[]> object : objects.entrySet()) {
            DeliveredObject.of(object.getKey(), object.getValue(), STREAM, Compression.GZIP).text().lines()
                    .map(line -> line.replaceAll(".*\"number\":(\\d+)}.*", "$1")).forEach(lines::add);
        }
        assertEquals(IntStream.range(0, calls).mapToObj(Integer::toString).sorted().toList(),
                lines.stream().sorted().toList());
    }

    @Test
    void aCallThatComesAgainUnderAnyNumberOfLanesIsStagedOnce() throws Exception {
        StreamInMemory one = deployed(Optional.of(1));
        List<CallGroups> replicas = new ArrayList<>(List.of(replica(deployed(Optional.empty())), replica(one)));
        assertEquals(all(Attempt.FIRST, CALLS), put(replicas.getLast(), 0, CALLS));
        int calls = CALLS;
        StreamInMemory last = one;
        for (int lanes : List.of(4, 2)) {
            last = deployed(Optional.of(lanes));
            locally(last, "{}");
            stream.now = stream.now.plus(lanes == 4 ? Duration.ofHours(4) : Duration.ofMinutes(30));
            last.now = stream.now;
            replicas.add(replica(last));
            for (CallGroups each : replicas) {
                assertEquals(all(Attempt.REPEATED, calls), put(each, 0, calls));
                assertEquals(all(Attempt.FIRST, CALLS), put(each, calls, calls + CALLS));
                calls += CALLS;
            }
        }
        assertEquals(4, lanes().size(), lanes().toString());
        for (CallGroups each : replicas) {
            assertEquals(all(Attempt.REPEATED, calls), put(each, 0, calls));
        }
        assertEquals(calls, staged(".accepted").size());
        assertTrue(staged("").containsAll(staged(".accepted")), "each word lies beside its segment");
        assertDeliveredOnce(last, calls);
    }

    /// In the lanes of three: some of it delivered, some folded, some neither.
    private void stageAll() throws Exception {
        stream.stream.beginBuffers();
        CallGroups replica = replica(stream);
        put(replica, 0, CALLS / 2);
        locally(stream, "{\"lane\":1}");
        locally(stream, "{}");
        stream.now = stream.now.plusSeconds(30);
        for (int number = CALLS / 2; number < CALLS; number++) {
            Set<String> before = staged("");
            put(replica, number, number + 1);
            segments.add(staged("").stream().filter(key -> !before.contains(key)).findFirst().orElseThrow());
        }
        assertEquals(3, lanes().size(), lanes().toString());
    }

    @Test
    void aRecoveryThatOneLaneRefusesChangesNothing() throws Exception {
        stageAll();
        stream.ports.loseTheTable();
        stream.now = stream.now.plus(Duration.ofMinutes(20));
        StreamInMemory fresh = deployed(Optional.of(3));
        stream.ports.stagingBucket.put(new ObjectKey("segments/" + STREAM + "!lane!2/young"), Body.of(new byte[1]));
        assertThrows(RecoveryRefusedException.class, () -> locally(fresh, "{\"recover\":true}"));
        for (int lane = 0; lane < 3; lane++) {
            assertEquals(RecoveryMark.Standing.NONE,
                    stream.ports.recoveryMark(STREAM + (lane == 0 ? "" : "!lane!" + lane)).read());
        }
    }

    /// A replica that knew the lanes before the table was lost asks for nothing but the first lane's state.
    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void aRecoveryThatIsCutShortAtAnyRequestKnowsEachCallBeforeReplicasStageAgain(Faults.Kind kind) throws Exception {
        stageAll();
        String damaged = segments.stream().filter(key -> key.contains("!lane!2/")).findFirst().orElseThrow();
        int unknown = CALLS / 2 + segments.indexOf(damaged);
        byte[] whole = stream.ports.stagingBucket.get(new ObjectKey(damaged));
        Map<String, byte[]> bucket = stream.ports.stagingBucket.contents();
        CallGroups knowing = replica(stream);
        for (int number = 0, requests = 1; number < requests; number++) {
            reset(bucket);
            stream.ports.stagingBucket.put(new ObjectKey(damaged), Body.of(Arrays.copyOf(whole, 3)));
            stream.ports.loseTheTable();
            stream.now = stream.now.plus(Duration.ofMinutes(20));
            requests = recoverOnceCutShort(kind, number, () -> requireThatNothingIsStagedAnew(knowing, unknown));
            stream.ports.stagingBucket.put(new ObjectKey(damaged), Body.of(whole));
            recoverToTheEnd();
            assertEquals(all(Attempt.REPEATED, CALLS), put(knowing, 0, CALLS), kind + " " + number);
        }
        assertDeliveredOnce(deployed(Optional.of(3)), CALLS);
    }

    private void reset(Map<String, byte[]> bucket) {
        stream.ports.stagingBucket.delete(stream.ports.stagingBucket.contents().keySet().stream()
                .map(ObjectKey::new).toList());
        bucket.forEach((key, bytes) -> stream.ports.stagingBucket.put(new ObjectKey(key), Body.of(bytes)));
    }

    /// @return the number of its requests
    private int recoverOnceCutShort(Faults.Kind kind, int number, Runnable between) throws IOException {
        Faults faults = new Faults(between);
        faults.arm(kind, number);
        stream.ports.before = index -> new PassingIndex(index, faults);
        stream.ports.beforeStaging = store -> new PassingObjectStore(store, faults);
        stream.ports.beforeMark = mark -> marked(mark, faults);
        try {
            locally(deployed(Optional.of(3)), "{\"recover\":true}");
        } catch (Faults.Crash | StoreException e) {
            // It is run again.
        }
        int requests = faults.requests.size();
        stream.ports.before = index -> index;
        stream.ports.beforeStaging = store -> store;
        stream.ports.beforeMark = mark -> mark;
        return number < requests ? requests + 1 : requests;
    }

    private static RecoveryMark marked(RecoveryMark mark, Faults faults) {
        return new RecoveryMark() {
            @Override
            public Standing read() {
                return faults.read(() -> "mark", mark::read);
            }

            @Override
            public void write(Standing standing) {
                faults.write(() -> "mark " + standing, () -> {
                    mark.write(standing);
                    return standing;
                });
            }
        };
    }

    /// @param unknown before its segment can be read, nobody knows of this call
    private void requireThatNothingIsStagedAnew(CallGroups replica, int unknown) {
        for (int number = 0; number < CALLS; number++) {
            try {
                if (number != unknown) {
                    assertEquals(all(Attempt.REPEATED, 1), put(replica, number, number + 1));
                }
            } catch (TableLostException e) {
                // The client tries again.
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// What is damaged is there again; it is taken when the rest is folded.
    private void recoverToTheEnd() throws IOException {
        for (int again = 0; again < 3; again++) {
            stream.now = stream.now.plus(Duration.ofMinutes(20));
            StreamInMemory fresh = deployed(Optional.of(3));
            try {
                locally(fresh, "{\"recover\":true}");
            } catch (RecoveryRefusedException e) {
                locally(fresh, "{\"drain\":true}");
            }
        }
    }
}
