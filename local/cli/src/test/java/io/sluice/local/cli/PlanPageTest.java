package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// `sluice plan --html FILE`.
final class PlanPageTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void thePageIsWellFormedAndHoldsTheFiguresOfTheJson() throws Exception {
        Path page = folder.resolve("plan.html");
        Outcome outcome = plan(EVENTS.resolve("stream.json"), "--html", page.toString(), "--json");
        assertEquals(0, outcome.status(), outcome.err());
        Document document = read(page);
        ObjectNode printed = (ObjectNode) outcome.json();
        ObjectNode held = (ObjectNode) JSON.readTree(only(document, "script").getTextContent());
        assertEquals(printed, held);
        String text = only(document, "pre").getTextContent();
        assertTrue(text.contains("partitions  10 in 10 %, 21 in 25 %, 42 in 50 %, 78 in 100 %"), text);
        List<String> labels = texts(document, "text");
        printed.at("/partitions/growth").forEach(
                point -> assertTrue(labels.contains(point.path("partitions").asText()), point::toString));
        assertEquals(4, document.getElementsByTagName("circle").getLength());
        assertEquals(printed.at("/objects/histogram").size() + 2 + 2 + 5,
                document.getElementsByTagName("rect").getLength());
        assertTrue(bar(document, "Sluice") > 0);
        double ratio = printed.at("/costUsd/firehosePartitioning/perMonth").asDouble()
                / printed.at("/costUsd/sluice/perMonth").asDouble();
        assertEquals(ratio, bar(document, "Firehose's partitioning") / bar(document, "Sluice"), 0.02 * ratio);
    }

    /// No script runs, nothing is fetched, and every plot says what it is.
    @Test
    void thePageNeedsNothingButItself() throws Exception {
        Path page = folder.resolve("plan.html");
        assertEquals(0, plan(EVENTS.resolve("stream.json"), "--html", page.toString()).status());
        Document document = read(page);
        for (String name : List.of("link", "img", "iframe", "object", "use", "image")) {
            assertEquals(0, document.getElementsByTagName(name).getLength(), name);
        }
        assertEquals("application/json", only(document, "script").getAttribute("type"));
        String text = Files.readString(page);
        assertFalse(text.contains("url(") || text.contains("@import") || text.contains(" href=")
                || text.contains(" src=") || text.matches("(?s).*<[^>]* on[a-z]+=.*"));
        assertTrue(text.contains("prefers-color-scheme: dark"));
        NodeList plots = document.getElementsByTagName("svg");
        assertEquals(5, plots.getLength());
        for (int i = 0; i < plots.getLength(); i++) {
            assertFalse(((Element) plots.item(i)).getElementsByTagName("title").item(0).getTextContent().isBlank());
        }
    }

    @Test
    void whatRecordsAndConfigurationsSayIsTextOfThePage() throws Exception {
        Path sample = Files.writeString(folder.resolve("sample"), "no json </script><b>&\n".repeat(3)
                + Files.readString(EVENTS.resolve("earthquakes.ndjson")));
        Path page = folder.resolve("plan.html");
        Outcome outcome = Cli.run("plan", "--config", EVENTS.resolve("stream.json").toString(), "--input",
                sample.toString(), "--html", page.toString());
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(0, read(page).getElementsByTagName("b").getLength());
    }

    @Test
    void aPageThatWouldReplaceWhatThePlanIsMadeOfIsRefused() throws Exception {
        Path config = Files.copy(EVENTS.resolve("stream.json"), folder.resolve("stream.json"));
        byte[] before = Files.readAllBytes(config);
        for (Path page : List.of(config, folder.resolve("./stream.json"), folder, Path.of("-"))) {
            Outcome outcome = plan(config, "--html", page.toString());
            assertEquals(2, outcome.status(), outcome.err());
            assertTrue(outcome.err().contains("--html"), outcome.err());
        }
        assertEquals(new String(before, UTF_8), Files.readString(config));
    }

    @Test
    void aPageThatCannotBeWrittenIsAFailure() {
        Outcome outcome = plan(EVENTS.resolve("stream.json"), "--html",
                folder.resolve("not-there").resolve("plan.html").toString());
        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(outcome.err().contains("can't be written"), outcome.err());
    }

    private static Outcome plan(Path config, String... more) {
        List<String> arguments = new ArrayList<>(List.of("plan", "--config", config.toString(), "--input",
                EVENTS.resolve("earthquakes.ndjson").toString(), "--rate", "500/s"));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static Document read(Path page) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(page)));
    }

    private static Element only(Document document, String name) {
        NodeList all = document.getElementsByTagName(name);
        assertEquals(1, all.getLength(), name);
        return (Element) all.item(0);
    }

    private static List<String> texts(Document document, String name) {
        List<String> texts = new ArrayList<>();
        NodeList all = document.getElementsByTagName(name);
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(all.item(i).getTextContent());
        }
        return texts;
    }

    /// The width of the bar after the label of that name.
    private static double bar(Document document, String name) {
        NodeList all = document.getElementsByTagName("*");
        for (int i = 0; i < all.getLength() - 1; i++) {
            if (all.item(i).getTextContent().equals(name) && all.item(i + 1).getNodeName().equals("rect")) {
                return Double.parseDouble(((Element) all.item(i + 1)).getAttribute("width"));
            }
        }
        throw new AssertionError("no bar " + name);
    }
}
