package io.sluice.infra.runbook;

import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.AwsCommandLine.Refused;
import io.sluice.infra.runbook.AwsCommandLine.Service;
import java.nio.file.Path;
import java.util.Base64;

/// `aws firehose`. What is put goes to the function as what any producer puts.
final class FirehoseCommands implements Service {
    private static final String DATA = "Data=";

    private final Producers producers;

    private int refused = Integer.MAX_VALUE;
    private int puts;

    FirehoseCommands(Producers producers) {
        this.producers = producers;
    }

    /// Refuses each put whose number is a multiple of this.
    void refuseEach(int number) {
        refused = number;
    }

    @Override
    public String run(String operation, Arguments arguments, Path folder) {
        if (!operation.equals("put-record")) {
            throw new Unknown("aws firehose " + operation);
        }
        String name = arguments.required("--delivery-stream-name");
        String record = arguments.required("--record");
        arguments.end();
        if (!record.startsWith(DATA)) {
            throw new Unknown("--record " + record);
        }
        if (!name.equals(DeployedStream.NAME)) {
            throw new Refused("An error occurred (ResourceNotFoundException): Firehose " + name + " not found");
        }
        if (++puts % refused == 0) {
            throw new Refused("An error occurred (ServiceUnavailableException): Slow down.");
        }
        try {
            producers.put(producers.of(Base64.getDecoder().decode(record.substring(DATA.length()))));
        } catch (IllegalArgumentException e) {
            throw new Refused("Invalid base64: \"" + record.substring(DATA.length()) + "\"");
        }
        return "{\n    \"RecordId\": \"…\",\n    \"Encrypted\": false\n}\n";
    }
}
