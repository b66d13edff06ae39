package io.sluice.local.smoke;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.Sizes;
import java.time.Duration;

/// A deployed stream under load and disturbances: its functions are stopped while records come, and its index is lost.
final class Trial {
    private static final String DRAIN = "{\"drain\":true}";
    private static final String RECOVER = "{\"recover\":\"at once\"}";
    private static final Duration ARRIVE_MAX = Duration.ofMinutes(25);
    private static final Duration LOOK = Duration.ofSeconds(15);
    /// What is doubled may come later than what was missing.
    private static final Duration RESTLESS = Duration.ofMinutes(3);
    private static final Duration STOPPED = Duration.ofSeconds(130);
    private static final Duration SETTLED = Duration.ofSeconds(90);
    private static final Duration CHANGE_MAX = Duration.ofMinutes(10);

    private final SmokeCloud cloud;
    private final Pace pace;
    private final DeployedNames deployed;
    private final SentRecords sent;
    private final Load load;
    private final String segments;
    private LandedRecords landed = LandedRecords.NONE;

    Trial(SmokeCloud cloud, Pace pace, RunName name, DeployedNames deployed) {
        this.cloud = cloud;
        this.pace = pace;
        this.deployed = deployed;
        sent = new SentRecords(name);
        load = new Load(cloud.queues(), name.value(), pace, sent);
        segments = "segments/" + name + "/";
    }

    /// What the last look found.
    LandedRecords landed() {
        return landed;
    }

    /// Sends `count` records.
    String send(int count) {
        load.send(count);
        return Sizes.count(count, "record");
    }

    /// Sends `count` records to a transform function that Lambda refuses to run.
    String stopTransform(int count) {
        return stopped(deployed.transform(), count);
    }

    /// Sends `count` records while the flusher can't run.
    String stopFlusher(int count) {
        return stopped(deployed.flush(), count);
    }

    private String stopped(String function, int count) {
        cloud.functions().stop(function);
        load.send(count);
        pace.pause(STOPPED);
        cloud.functions().start(function);
        return Sizes.count(count, "record") + " meanwhile";
    }

    /// Waits for all that was sent, and for what comes after it.
    ///
    /// @throws SmokeException when a record is missing, doubled or somewhere else
    String verify() {
        pace.comes(ARRIVE_MAX, LOOK, () -> {
            pace.flushing(Duration.ZERO, this::drain);
            return look().missing() == 0;
        });
        pace.flushing(RESTLESS, this::drain);
        return look().required().text();
    }

    private LandedRecords look() {
        landed = new LineJudge(cloud.buckets(), deployed.data()).judge(sent);
        return landed;
    }

    private void drain() {
        cloud.functions().invoke(deployed.flush(), DRAIN);
    }

    /// Stages `count` records, empties the index table, and has the flusher make it again of the staging bucket
    /// (docs/how-to/operations.md, "Disaster recovery").
    ///
    /// @throws SmokeException when the recovery is not whole
    String loseTable(int count) {
        deployed.schedules().forEach(cloud.schedules()::disable);
        pace.pause(SETTLED);
        drain();
        int before = staged();
        load.send(count);
        require(pace.comes(CHANGE_MAX, LOOK, () -> staged() > before), "nothing of the load is staged");
        pace.pause(SETTLED);
        cloud.functions().detach(deployed.mapping());
        require(pace.comes(CHANGE_MAX, LOOK, () -> mapping("Disabled")), "the mapping of the queue is not disabled");
        pace.pause(SETTLED);
        int lost = cloud.tables().clear(deployed.table());
        JsonNode answer = cloud.functions().invoke(deployed.flush(), RECOVER);
        require(lost > 0 && answer.path("complete").asBoolean() && answer.path("records").asLong() > 0
                && answer.path("unreadable").isEmpty(),
                "%d items were lost, and the recovery answers %s"
                        .formatted(lost, answer));
        cloud.functions().attach(deployed.mapping());
        require(pace.comes(CHANGE_MAX, LOOK, () -> mapping("Enabled")), "the mapping of the queue is not enabled");
        deployed.schedules().forEach(cloud.schedules()::enable);
        return "%s lost; %s in %s found again".formatted(Sizes.count(lost, "item"),
                Sizes.count(answer.path("records").asLong(), "record"),
                Sizes.count(answer.path("segments").asLong(), "segment"));
    }

    private int staged() {
        return cloud.buckets().keys(deployed.staging(), segments).size();
    }

    private boolean mapping(String state) {
        return cloud.functions().state(deployed.mapping()).equals(state);
    }

    private static void require(boolean done, String otherwise) {
        if (!done) {
            throw new SmokeException(otherwise);
        }
    }
}
