package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.AlarmRehearsal.Act;
import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import software.amazon.awssdk.http.SdkHttpRequest;

/// Faults that nobody mends: what can go on does so within four flush runs, again and again, and what cannot is told by
/// an alarm, which stays on.
@Tag("long")
final class NeverHealedTest {
    /// A record lands within an interval of five minutes and a run, of two.
    private static final int RUNS = 4;
    private static final int ROUNDS = 12;
    private static final List<String> NOBODY = List.of();
    private static final List<String> ALL = List.of("a", "b");
    private static final Act NOTHING = _ -> {};
    private int sent;

    /// A row of the table.
    ///
    /// @param breaks what begins, and never ends
    /// @param stages whether batches are accepted all the same
    /// @param lands  the keys whose records land within [#RUNS], of `a` and `b`
    /// @param beside what else is started in each round
    /// @param ends   what holds at the end
    /// @param alarms those that are on
    record Fault(String what, Way way, Act breaks, boolean stages, List<String> lands, Act beside, Act ends,
            List<String> alarms) {
        @Override
        public String toString() {
            return what;
        }
    }

    static final List<Fault> FAULTS = List.of(
            new Fault("S3 refuses the objects of one key", Way.BUFFER,
                    stream -> stream.http.refuse(request -> writes(request, "/orders/orders/shop=a/")
                            || writes(request, "/orders/orders/shop%3Da/")),
                    true, List.of("b"), NOTHING,
                    stream -> assertTrue(!stream.objects("errors/").isEmpty(), "what is given up is in error objects"),
                    List.of("DeliveriesFailed")),
            new Fault("the data bucket's key is disabled", Way.BUFFER,
                    stream -> stream.http.refuse(StreamOnAlert::changesData), true, NOBODY, NOTHING,
                    stream -> assertTrue(!stream.segments().isEmpty(), "they wait"),
                    List.of("Freshness", "DeliveriesFailed")),
            new Fault("the staging bucket's key is disabled", Way.BUFFER,
                    stream -> stream.http.refuse(stream::stages), false, NOBODY, StreamOnAlert::retain,
                    stream -> assertEquals(List.of(), stream.objects("orders/"), "what is too old goes all the same"),
                    List.of("TransformErrors", "FlusherErrors", "FlusherFailures")),
            new Fault("the index is out of reach", Way.BUFFER, StreamOnAlert::refuseTheIndex, false, NOBODY,
                    stream -> assertThrows(RuntimeException.class, stream::retain),
                    stream -> assertTrue(!stream.segments().isEmpty(), "what was accepted is staged"),
                    List.of("TransformErrors", "FlusherErrors", "FlusherFailures", "RetentionErrors")),
            new Fault("the index refuses to delete entries", Way.BUFFER,
                    stream -> stream.http.refuse(request -> request.firstMatchingHeader("X-Amz-Target").orElse("")
                            .endsWith(".BatchWriteItem")),
                    true, ALL, NOTHING,
                    stream -> assertTrue(stream.problems().stream().anyMatch(line -> line.contains("clean-up")),
                            stream.problems().toString()),
                    List.of()),
            new Fault("S3 refuses to delete objects", Way.BUFFER,
                    stream -> stream.http.refuse(request -> !request.method().name().equals("PUT")
                            && StreamOnAlert.changesData(request)),
                    true, ALL, StreamOnAlert::retain, NOTHING, List.of("RemovalsFailed")),
            new Fault("the reader of landings never comes again", Way.LANDINGS, StreamOnAlert::tell, true, ALL, NOTHING,
                    NOTHING, List.of("LandingEventsNotRunning")),
            new Fault("the event bus refuses all events", Way.LANDINGS,
                    stream -> stream.http.refuse(request -> request.firstMatchingHeader("X-Amz-Target").orElse("")
                            .startsWith("AWSEvents")),
                    true, ALL, stream -> assertThrows(RuntimeException.class, stream::tell), NOTHING,
                    List.of("LandingEventsLag", "LandingEventsErrors")));

    private static boolean writes(SdkHttpRequest request, String folder) {
        return request.method().name().equals("PUT") && request.encodedPath().startsWith(folder);
    }

    @ParameterizedTest
    @FieldSource("FAULTS")
    void whatCanGoOnDoesAndAnAlarmTellsWhatCannot(Fault fault, @TempDir Path folder) throws IOException {
        try (var stream = new StreamOnAlert(folder, fault.way())) {
            put(stream, true);
            stream.ticks(AlarmRehearsal.QUARTER);
            assertEquals(2, stream.objects("orders/").size());
            // Those are too old by now.
            AlarmRehearsal.later(stream, Duration.ofDays(3));
            put(stream, true);
            fault.breaks().on(stream);

            for (int round = 0; round < ROUNDS; round++) {
                List<Integer> before = landed(stream, fault);
                for (int run = 0; run < RUNS; run++) {
                    put(stream, fault.stages());
                    fault.beside().on(stream);
                    run(stream);
                }
                List<Integer> after = landed(stream, fault);
                for (int i = 0; i < after.size(); i++) {
                    assertTrue(after.get(i) > before.get(i), "nothing of " + fault.lands().get(i) + " landed in round "
                            + round + ": " + stream.problems());
                }
            }

            fault.ends().on(stream);
            assertEquals(fault.alarms(), fault.alarms().stream().filter(stream::alarmed).toList());
        }
    }

    /// Hands over a batch of a record of each key. No two batches have the ids of their records in common.
    private void put(StreamOnAlert stream, boolean accepted) throws IOException {
        ObjectNode event = Synthesis.JSON.createObjectNode();
        ArrayNode records = event.putArray("records");
        for (String shop : ALL) {
            String record = "{\"shop\":\"" + shop + "\"}";
            records.addObject().put("recordId", "r" + ++sent)
                    .put("approximateArrivalTimestamp", stream.now.toEpochMilli())
                    .put("data", Base64.getEncoder().encodeToString(record.getBytes(UTF_8)));
        }
        if (accepted) {
            assertEquals(List.of("Dropped", "Dropped"), stream.transformed(event).findValuesAsText("result"));
        } else {
            assertThrows(RuntimeException.class, () -> stream.transformed(event), "nobody may take it for accepted");
        }
    }

    /// The number of objects of each key that is to land: with all that was removed by then, they are never fewer.
    private static List<Integer> landed(StreamOnAlert stream, Fault fault) {
        return fault.lands().stream().map(shop -> stream.objects("orders/shop=" + shop + "/").size()).toList();
    }

    /// A flush run of the schedule, which Lambda gives up where it throws.
    private static void run(StreamOnAlert stream) throws IOException {
        AlarmRehearsal.later(stream, StreamOnAlert.TICK);
        try {
            stream.flush();
        } catch (RuntimeException _) {
            stream.counted("FlusherFailures", 1);
        }
    }
}
