package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis;
import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;

/// `aws firehose`. What is put goes to the function as what any producer puts.
final class FirehoseCommands implements Service {
    /// Amazon Data Firehose's quota of one call.
    private static final int RECORDS_MAX = 500;
    private static final String QUERY = "RequestResponses[].[RecordId||`failed`]";

    private final Producers producers;

    private int refused = Integer.MAX_VALUE;
    private int calls;
    private int puts;

    FirehoseCommands(Producers producers) {
        this.producers = producers;
    }

    /// Refuses each call whose number is a multiple of this, and in the others each record whose number is.
    void refuseEach(int number) {
        refused = number;
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) throws IOException {
        if (!operation.equals("put-record-batch")) {
            throw new Unknown("aws firehose " + operation);
        }
        String input = arguments.required("--cli-input-json");
        String output = arguments.required("--output");
        String query = arguments.required("--query");
        arguments.end();
        if (!input.startsWith("file://") || !output.equals("text") || !query.equals(QUERY)) {
            throw new Unknown(arguments.toString());
        }
        JsonNode request = Synthesis.JSON.readTree(folder.resolve(input.substring("file://".length())).toFile());
        String name = request.path("DeliveryStreamName").asText();
        if (!name.equals(DeployedStream.NAME)) {
            throw new Refused("An error occurred (ResourceNotFoundException): Firehose " + name + " not found");
        }
        if (request.path("Records").isEmpty() || request.path("Records").size() > RECORDS_MAX) {
            throw new Refused("An error occurred (ValidationException): 1 to 500 records");
        }
        if (++calls % refused == 0) {
            throw new Refused("An error occurred (ServiceUnavailableException): Slow down.");
        }
        var answers = new StringBuilder();
        for (JsonNode record : request.path("Records")) {
            answers.append(put(record.path("Data").asText()) ? "id" + puts : "failed").append('\n');
        }
        return answers.toString();
    }

    private boolean put(String data) {
        if (++puts % refused == 0) {
            return false;
        }
        try {
            producers.put(producers.of(Base64.getDecoder().decode(data)));
        } catch (IllegalArgumentException e) {
            throw new Refused("Invalid base64: \"" + data + "\"");
        }
        return true;
    }

    int calls() {
        return calls;
    }
}
