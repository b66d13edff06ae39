package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.run.LocalFunctions;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A stream on an S3 and a DynamoDB that commands reach by their options, as they reach a deployed one.
///
/// @param folder where `stream.json` is, and what is delivered, under `out/data`
record DeployedStream(Path folder, EmbeddedServices services) implements AutoCloseable {
    static DeployedStream in(Path folder) throws IOException {
        Files.writeString(folder.resolve("stream.json"), CutShortRun.CONFIGURATION);
        var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), "data");
        OwnS3.useKey(services.environment().getOrDefault("AWS_ACCESS_KEY_ID", ""),
                services.environment().getOrDefault("AWS_SECRET_ACCESS_KEY", ""));
        return new DeployedStream(folder, services);
    }

    Path config() {
        return folder.resolve("stream.json");
    }

    /// A command of this stream.
    Outcome sluice(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", config().toString(), "--s3",
                variable("SLUICE_S3_ENDPOINT"), "--dynamodb", variable("SLUICE_DYNAMODB_ENDPOINT"), "--staging-bucket",
                variable("SLUICE_STAGING_BUCKET"), "--index-table", variable("SLUICE_INDEX_TABLE")));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private String variable(String name) {
        return services.environment().getOrDefault(name, "");
    }

    /// Begins all lanes that the configuration names at once.
    void beginLanes() throws IOException {
        try (Stream stream = AwsPorts.of(environment()).stream(InstantSource.system(), _ -> {})) {
            stream.beginBuffers();
        }
    }

    /// Stages a batch of these records.
    ///
    /// @param name    of the batch
    /// @param arrival of all of them, epoch milliseconds
    void stage(String name, long arrival, String... records) throws IOException {
        var event = new StringBuilder("{\"invocationId\":\"").append(name)
                .append("\",\"deliveryStreamArn\":\"arn\",\"records\":[");
        for (int i = 0; i < records.length; i++) {
            event.append(i == 0 ? "" : ",").append("{\"recordId\":\"").append(name).append(i)
                    .append("\",\"approximateArrivalTimestamp\":").append(arrival).append(",\"data\":\"")
                    .append(Base64.getEncoder().encodeToString(records[i].getBytes(UTF_8))).append("\"}");
        }
        try (var functions = new LocalFunctions(environment(), InstantSource.system())) {
            functions.transform(event.append("]}").toString().getBytes(UTF_8));
        }
    }

    private Map<String, String> environment() throws IOException {
        Map<String, String> own = new HashMap<>(services.environment());
        own.put("SLUICE_CONFIG", Files.readString(config()));
        return own;
    }

    @Override
    public void close() {
        services.close();
    }
}
