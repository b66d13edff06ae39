package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What retention and erasure leave for queries: everything but the days, or the key value, that they were asked for.
@ExtendWith(Engine.Provider.class)
final class RetainedQuakesTest {
    private static final String BY_NETWORK_AND_DAY = "SELECT net || ' ' || date, count(*) FROM quakes GROUP BY net, "
            + "date";

    private final Engine engine;
    @TempDir
    private Path folder = Path.of("");

    RetainedQuakesTest(Engine engine) {
        this.engine = engine;
    }

    private Lake lake() throws IOException {
        return Lake.of(StreamFile.quakes().key("date", Quakes.BY_DAY).key("net", Quakes.byNetwork()), Quakes.FILE,
                folder, engine);
    }

    private static Map<String, Long> recordsBut(Predicate<String> removed) throws IOException {
        Map<String, Long> records = Quakes.countBy(quake -> Quakes.network(quake) + " " + Quakes.day(quake));
        records.keySet().removeIf(removed);
        return records;
    }

    @Test
    void twoDaysForOneNetworkRemoveItsOlderDaysOnly() throws IOException {
        try (Lake lake = lake()) {
            String config = folder.resolve("stream.json").toString();
            lake.sluice("retention", "set", "--config", config, "--key", "net=ak", "--days", "2");
            String[] run = {"retention", "run", "--config", config, "--now", "2018-02-06T23:00:00Z", "--dry-run"};
            lake.sluice(run);
            assertEquals(recordsBut(partition -> false), lake.counts(BY_NETWORK_AND_DAY), "a dry run removes nothing");
            run[run.length - 1] = "--json";
            lake.sluice(run);
            Map<String, Long> left = recordsBut(
                    partition -> partition.startsWith("ak ") && partition.compareTo("ak 2018-02-04") < 0);
            assertEquals(left, lake.counts(BY_NETWORK_AND_DAY));
            lake.sluice(run);
            assertEquals(left, lake.counts(BY_NETWORK_AND_DAY), "once more changes nothing");
        }
    }

    @Test
    void anErasedNetworkIsGoneAndAllOthersAreWhole() throws IOException {
        try (Lake lake = lake()) {
            lake.sluice("erase", "--config", folder.resolve("stream.json").toString(), "--key", "net=ak");
            assertEquals(recordsBut(partition -> partition.startsWith("ak ")), lake.counts(BY_NETWORK_AND_DAY));
            assertEquals(0, lake.number("SELECT count(*) FROM quakes WHERE net = 'ak'"));
        }
    }
}
