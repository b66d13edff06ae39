package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.testkit.wire.Gzip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A record that failed behind a step that changes records, as docs/how-to/errors.md resubmits it.
final class ResubmittedTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private Outcome redriven(Path input, String name, ObjectNode configuration) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".json"), configuration.toString());
        return Cli.run("redrive", "--config", file.toString(), "--input", input.toString(), "--out",
                folder.resolve(name).toString(), "--json");
    }

    private static ArrayNode processors(ObjectNode configuration) {
        return (ArrayNode) configuration
                .at("/ExtendedS3DestinationConfiguration/ProcessingConfiguration/Processors");
    }

    @Test
    void whatFailedBehindDecompressionIsDeliveredByACopyWithoutIt() throws IOException {
        var stream = (ObjectNode) JSON.readTree(Path.of("../../events/cloudwatch-logs/stream.json").toFile());
        byte[] message = Gzip.of("{\"messageType\":\"DATA_MESSAGE\",\"logGroup\":\"/aws/x\",\"logEvents\":[]}");
        Path came = Files.writeString(folder.resolve("came.ndjson"), "{\"attemptsMade\":1,\"arrivalTimestamp\":"
                + "1763596800000,\"errorCode\":\"c\",\"errorMessage\":\"m\",\"attemptEndingTimestamp\":1763596800000,"
                + "\"rawData\":\"" + Base64.getEncoder().encodeToString(message) + "\"}\n");
        assertEquals(1, redriven(came, "failed", stream).json().path("recordsRejected").asInt());
        Path errors = folder.resolve("failed/cloudwatch-logs/errors");

        var query = (ObjectNode) processors(stream).get(2).path("Parameters").get(0);
        query.put("ParameterValue", query.path("ParameterValue").asText()
                .replace(".logEvents[0].timestamp/1000", "(.logEvents[0].timestamp//0)/1000"));
        Outcome withIt = redriven(errors, "with", stream);
        assertTrue(withIt.err().contains("Nothing was delivered"), withIt.toString());

        processors(stream).remove(0);
        Outcome without = redriven(errors, "without", stream);
        assertEquals(0, without.status(), without.toString());
        assertEquals(1, without.json().path("recordsDelivered").asInt());
    }
}
