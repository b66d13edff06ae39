package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.testkit.wire.Gzip;

/// The compaction function's steps, with a change under a round, so that it takes back what it made.
///
/// @param function the function as it is deployed
/// @param ground   where its stream's objects are
record CompactionAtWork(FunctionAtWork function, Ground ground) {
    private static final String DAY = "2018-01-31";

    /// An erasure looks for days that are not moved yet.
    void begins() {
        deliver("p", 1);
        deliver("q", 2);
        assertEquals(DAY, step("plan", "").at("/days/0").asText());
    }

    private void deliver(String shop, int number) {
        ground.put(Ground.BUCKET, CompactedDay.key(shop, DAY, number),
                Gzip.of(Records.order(shop) + "\n"));
    }

    /// Up to the move; sources are not to be removed before the grace is over.
    void all() {
        JsonNode round = open(1);
        String changed = CompactedDay.key("q", DAY, 2);
        ground.put(Ground.BUCKET, changed, Gzip.of(Records.order("q")));
        JsonNode answer = part("join", round);
        assertEquals("changed", answer.path("outcome").asText(), answer::toString);
        assertEquals("again", settled(round, answer));
        JsonNode next = open(2);
        assertEquals("done", settled(next, part("join", next)));
        assertEquals(DAY, step("view", "").at("/removable/0").asText());
    }

    /// Removes what was joined.
    void ends() {
        JsonNode round = step("close", ",\"day\":\"" + DAY + "\"");
        JsonNode answer = part("remove", round);
        JsonNode closed = step("closed", of(round) + ",\"answers\":[" + answer + "]");
        assertEquals("done", closed.path("outcome").asText(), closed::toString);
        step("plan", "");
    }

    private JsonNode open(int attempt) {
        return step("open", ",\"day\":\"" + DAY + "\",\"attempt\":" + attempt);
    }

    private JsonNode part(String step, JsonNode round) {
        JsonNode part = round.at("/parts/0");
        return step(step, of(round) + ",\"from\":" + part.path("from") + ",\"to\":" + part.path("to"));
    }

    private String settled(JsonNode round, JsonNode answer) {
        return step("settle", of(round) + ",\"attempt\":1,\"answers\":[" + answer + "]").path("outcome").asText();
    }

    private static String of(JsonNode round) {
        return ",\"day\":\"" + DAY + "\",\"round\":" + round.path("round");
    }

    private JsonNode step(String step, String more) {
        return function.ask("{\"step\":\"" + step + "\"" + more + "}");
    }
}
