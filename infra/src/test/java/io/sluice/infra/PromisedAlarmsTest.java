package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.config.DeployedSource.Balancer;
import io.sluice.deployment.CallWatch;
import io.sluice.deployment.SourceWatch;
import io.sluice.deployment.StreamAlarms;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.StreamSource;
import io.sluice.infra.Synthesis.Way;
import io.sluice.testkit.promise.PromisedList;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Who routes an alarm by its name, or has a runbook for it, still gets it. That each of them goes off,
/// `AlarmsFireTest` says.
final class PromisedAlarmsTest {
    @Test
    void whatIsPromisedOfAlarmsIsKept() throws IOException {
        Map<String, String> alarms = new TreeMap<>();
        for (Way way : Way.values()) {
            var definition = StreamDefinition.read(way.configuration());
            StreamAlarms.all(definition, StreamSource.of(definition))
                    .forEach(alarm -> alarms.put(alarm.name(), "an alarm"));
        }
        for (SourceWatch calls : List.of(CallWatch.url("orders"), CallWatch.servers("orders", Balancer.NETWORK),
                CallWatch.servers("orders", Balancer.APPLICATION))) {
            calls.alarms().forEach(alarm -> alarms.put(alarm.name(), "an alarm"));
        }
        assertEquals(AlarmRehearsal.ALL.stream().map(AlarmRehearsal::alarm).sorted().toList(),
                List.copyOf(alarms.keySet()), "the alarms that go off in a test");
        PromisedList.read(Synthesis.TOP_LEVEL, "alarms").requireOf(alarms);
    }
}
