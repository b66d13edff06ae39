package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Stream;
import io.sluice.call.Call;
import io.sluice.call.CallGroups;
import io.sluice.call.CallGroups.Attempt;
import io.sluice.codec.Compression;
import io.sluice.config.StreamConfiguration;
import io.sluice.event.CallSettings.Retries;
import io.sluice.firehose.EventFormatException;
import io.sluice.ingest.FunctionUnavailableException;
import io.sluice.ingest.RecordFunction;
import io.sluice.ingest.SourceRefusals;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A stream of calls over two replicas' ports, from the call to the objects.
final class DirectCallsTest {
    private final StreamInMemory stream = new StreamInMemory(configuration(Optional.empty()));

    DirectCallsTest() throws IOException {}

    private static StreamConfiguration configuration(Optional<String> transformer) throws IOException {
        ObjectNode all = (ObjectNode) new ObjectMapper().readTree(Path.of("../../events/clickstream/stream.json")
                .toFile());
        ObjectNode sluice = all.putObject("Sluice");
        sluice.putObject("Source").put("Type", "direct").put("GroupMillis", 50);
        transformer.ifPresent(name -> sluice.put("Transformer", name));
        return StreamInMemory.parse(all);
    }

    /// One that hands each record to a function.
    private CallGroups replica(RecordFunction function) throws IOException {
        return replica(function, () -> 0L);
    }

    private CallGroups replica(RecordFunction function, LongSupplier nanos) throws IOException {
        return new Stream(configuration(Optional.of(RecordFunction.NAME)), stream.ports, () -> stream.now,
                stream.lines::add, Stream.Extras.of(Optional.of(function), SourceRefusals.NONE)).intake()
                .calls(nanos, _ -> {});
    }

    private static List<RecordFunction.Answer> kept(List<RecordFunction.Input> records) {
        return records.stream().<RecordFunction.Answer>map(each -> new RecordFunction.Answer.Kept(each.data(),
                Map.of())).toList();
    }

    private Call call(int number) {
        return Call.named("clickstream", "invocation " + number, new byte[0], Retries.ONCE, stream.now,
                List.of(("{\"type\":\"view\",\"ts\":1767268800,\"number\":" + number + "}").getBytes(UTF_8)));
    }

    private List<String> delivered() throws IOException {
        stream.drain();
        List<String> lines = new ArrayList<>();
        Map<String, byte[]> objects = new TreeMap<>(stream.objects());
        for (Map.Entry<String, byte[]> object : objects.entrySet()) {
            DeliveredObject.of(object.getKey(), object.getValue(), "clickstream", Compression.GZIP).text().lines()
                    .forEach(lines::add);
        }
        return lines;
    }

    @Test
    void aRepeatAtAnotherReplicaIsAnsweredAndStagesNothing() throws Exception {
        CallGroups one = replica(DirectCallsTest::kept);
        CallGroups two = replica(DirectCallsTest::kept);
        assertEquals(Attempt.FIRST, one.put(call(1)));
        stream.now = stream.now.plusSeconds(1);
        assertEquals(Attempt.REPEATED, two.put(call(1)));
        assertEquals(1, delivered().size());
        assertEquals(Attempt.REPEATED, two.put(call(1)));
        assertEquals(Attempt.FIRST, two.put(call(2)));
        assertEquals(2, delivered().size());
    }

    /// Whatever it is that fails at a call's records alone.
    @Test
    void aCallThatCannotBeStagedFailsAloneAndTheOthersOfItsGroupAreStaged() throws Exception {
        CallGroups groups = replica(records -> {
            if (records.stream().anyMatch(each -> new String(each.data(), UTF_8).contains("\"number\":7}"))) {
                throw new IllegalStateException("of number 7");
            }
            return kept(records);
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Attempt>> all = IntStream.range(0, 99).mapToObj(this::call)
                    .map(each -> threads.submit((Callable<Attempt>) () -> groups.put(each))).toList();
            for (int number = 0; number < 99; number++) {
                Future<Attempt> each = all.get(number);
                if (number == 7) {
                    Throwable cause = assertThrows(ExecutionException.class, each::get).getCause();
                    assertEquals("of number 7", requireNonNull(cause).getMessage());
                } else {
                    assertEquals(Attempt.FIRST, each.get());
                }
            }
        }
        assertEquals(98, delivered().size());
    }

    @Test
    void aFunctionThatCannotBeCalledFailsTheCallsWithoutAskingItForEach() throws IOException {
        int[] asked = {0};
        CallGroups groups = replica(_ -> {
            asked[0]++;
            throw new FunctionUnavailableException("throttled");
        });
        assertThrows(FunctionUnavailableException.class, () -> groups.put(call(1)));
        assertEquals(1, asked[0]);
        assertEquals(Map.of(), stream.ports.stagingBucket.contents());
    }

    @Test
    void aReplicaThatWasStoppedForHoursCommitsNothing() throws Exception {
        long[] nanos = {0};
        CallGroups groups = replica(records -> {
            nanos[0] += Duration.ofHours(30).toNanos();
            return kept(records);
        }, () -> nanos[0]);
        assertThrows(StoreException.class, () -> groups.put(call(1)));
        assertEquals(0, stream.ports.entries.entries());
        assertTrue(delivered().isEmpty());
    }

    @Test
    void aFunctionRefusesEventsOfAStreamOfCalls() {
        for (Map.Entry<String, String> each : Map.of("{\"records\":[]}", "set Sluice.Source.Type to firehose", "{}",
                "sluice serve --stateless").entrySet()) {
            byte[] event = each.getKey().getBytes(UTF_8);
            EventFormatException refused = assertThrows(EventFormatException.class, () -> stream.transform(event));
            assertTrue(String.valueOf(refused.getMessage()).contains(each.getValue()), refused::toString);
        }
    }
}
