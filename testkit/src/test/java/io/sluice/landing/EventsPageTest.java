package io.sluice.landing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What `docs/how-to/landing-events.md` shows is what is sent, and what its rules and its machine read is in it.
final class EventsPageTest {
    private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");
    private static final Pattern INPUT = Pattern.compile("\\$states\\.input\\.detail\\.(\\w+)");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static List<JsonNode> blocks() throws IOException {
        List<JsonNode> blocks = new ArrayList<>();
        for (var block : BLOCK.matcher(Files.readString(Path.of("..", "docs", "how-to", "landing-events.md"))).results()
                .toList()) {
            blocks.add(JSON.readTree(block.group(1)));
        }
        return blocks;
    }

    private static List<JsonNode> events() throws IOException {
        return blocks().stream().filter(each -> each.has("id")).toList();
    }

    @Test
    void eachEventIsOneByTheSchema() throws IOException {
        Set<String> types = new TreeSet<>();
        for (JsonNode event : events()) {
            types.add(event.path("type").asText());
            EventSchema.valid(new LandingEvent(event.path("id").asText(),
                    LandingEvent.Type.valueOf(event.path("type").asText().toUpperCase(Locale.ROOT)),
                    event.path("chain").asText(), Instant.parse(event.path("time").asText()), event.toString()));
        }
        Set<String> all = new TreeSet<>();
        EnumSet.allOf(LandingEvent.Type.class).forEach(type -> all.add(type.word()));
        assertEquals(all, types);
    }

    @Test
    void theRuleTakesACompleteDateAndNoHour() throws IOException {
        JsonNode rule = blocks().stream().filter(each -> each.has("detail-type")).findFirst().orElseThrow();
        assertEquals("[{\"exists\":true}]", rule.at("/detail/date").toString());
        List<JsonNode> taken = events().stream()
                .filter(event -> rule.path("detail-type").toString().contains(event.path("type").asText())
                        && rule.at("/detail/stream").toString().contains(event.path("stream").asText())
                        && event.has("date"))
                .toList();
        assertEquals(1, taken.size(), "of the events of the page");
    }

    /// By the Amazon States Language: a state that it starts at, and ends in.
    @Test
    void theMachineReadsWhatTheEventHas() throws IOException {
        JsonNode machine = blocks().stream().filter(each -> each.has("States")).findFirst().orElseThrow();
        JsonNode state = machine.path("States").path(machine.path("StartAt").asText());
        assertTrue(state.path("End").asBoolean());
        String query = state.at("/Arguments/QueryString").asText();
        assertTrue(query.startsWith("{% ") && query.endsWith(" %}"), query);
        assertEquals(0, query.chars().filter(each -> each == '"').count() % 2, query);
        JsonNode completed = events().stream().filter(event -> event.has("date")).findFirst().orElseThrow();
        List<String> members = INPUT.matcher(query).results().map(each -> each.group(1)).toList();
        assertEquals(2, members.size());
        members.forEach(member -> assertTrue(completed.has(member), member));
        String sql = query.substring(3, query.length() - 3).replace("\" & $states.input.detail.date & \"",
                completed.path("date").asText());
        assertEquals(
                "\"UNLOAD (SELECT shop, count(*) AS orders FROM orders WHERE day = DATE '2026-11-26' GROUP BY shop)"
                        + " TO 's3://reports/day=2026-11-26/' WITH (format = 'PARQUET')\"",
                sql);
    }
}
