package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.aws.ServiceClients;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.run.Phase;
import io.sluice.local.run.Progress;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Access;
import io.sluice.local.server.DirectServices;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.LocalServices;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Request;

/// A run that ends in its middle, and the commands that somebody gives after that.
///
/// @param folder where `in.ndjson`, `stream.json` and the run's folder `out` are
record CutShortRun(Path folder) {
    /// Objects by `.k`, every five minutes.
    static final String CONFIGURATION = """
            {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
              "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::data",
              "Prefix":"k=!{partitionKeyFromQuery:k}/","ErrorOutputPrefix":"errors/!{firehose:error-output-type}/",
              "BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":300},
              "DynamicPartitioningConfiguration":{"Enabled":true},
              "ProcessingConfiguration":{"Enabled":true,"Processors":[
                {"Type":"MetadataExtraction","Parameters":[
                  {"ParameterName":"MetadataExtractionQuery","ParameterValue":"{k:.k}"},
                  {"ParameterName":"JsonParsingEngine","ParameterValue":"JQ-1.6"}]},
                {"Type":"AppendDelimiterToRecord"}]}},
             "Sluice":{"Delivery":"buffer"}}
            """;

    /// @param lines the run's input; `.t` of a record is when it arrives
    static CutShortRun of(Path folder, List<String> lines) throws IOException {
        Files.write(folder.resolve("in.ndjson"), lines);
        Files.writeString(folder.resolve("stream.json"), CONFIGURATION);
        return new CutShortRun(folder);
    }

    Path config() {
        return folder.resolve("stream.json");
    }

    private String input() {
        return folder.resolve("in.ndjson").toString();
    }

    private OutFolder out() {
        return OutFolder.of(folder.resolve("out").toString());
    }

    /// Starts the run, and ends it once so many records were handed over; with 0, before it reads any.
    void until(long records) {
        assertThrows(PulledPlug.class, () -> run(Run.Start.NEW, pullingAt(records), this::served));
    }

    /// Takes the run up, and ends it as soon as an object is there whose key begins so.
    void resumedUntilPut(String beginning) {
        assertThrows(PulledPlug.class,
                () -> run(Run.Start.RESUMED, pullingAt(Long.MAX_VALUE), state -> new PulledServices(
                        DirectServices.start(out().path(), state, "data"), beginning)));
    }

    /// The same as soon as an object is to be put whose key begins so, and is not.
    void resumedUntilAboutToPut(String beginning) {
        assertThrows(PulledPlug.class,
                () -> run(Run.Start.RESUMED, pullingAt(Long.MAX_VALUE), state -> new PulledServices(
                        DirectServices.start(out().path(), state, "data"), beginning, PulledServices.When.BEFORE)));
    }

    static Progress pullingAt(long records) {
        return new Progress() {
            @Override
            public void phase(Phase phase) {
                at(0, 0, 0, 0);
            }

            @Override
            public void at(long fed, long bytes, long activePartitions, long objects) {
                if (fed >= records) {
                    throw new PulledPlug();
                }
            }

            @Override
            public void warning(String text) {}
        };
    }

    private LocalServices served(Path state) {
        return EmbeddedServices.start(out().path(), state, "data");
    }

    /// The process ends: nothing in it goes on.
    static final class PulledPlug extends Error {
        private static final long serialVersionUID = 1;
    }

    /// Services of a process that ends right before or after an object is put whose key begins so.
    record PulledServices(LocalServices services, String beginning, When when) implements LocalServices {
        enum When {
            BEFORE, AFTER
        }

        PulledServices(LocalServices services, String beginning) {
            this(services, beginning, When.AFTER);
        }

        @Override
        public Map<String, String> environment() {
            return services.environment();
        }

        @Override
        public Optional<ServiceClients> clients() {
            return services.clients().map(each -> new ServiceClients(new DelegatingS3Client(each.s3()) {
                @Override
                protected <T extends S3Request, R> R invokeOperation(T request, Function<T, R> operation) {
                    boolean pulled = request instanceof PutObjectRequest put && put.key().startsWith(beginning);
                    if (pulled && when == When.BEFORE) {
                        throw new PulledPlug();
                    }
                    R answer = super.invokeOperation(request, operation);
                    if (pulled) {
                        throw new PulledPlug();
                    }
                    return answer;
                }
            }, each.dynamoDb()));
        }

        @Override
        public Optional<String> fullDisk(Throwable failure) {
            return services.fullDisk(failure);
        }

        @Override
        public Optional<String> lostIndex(String stream, long batchesStaged) {
            return services.lostIndex(stream, batchesStaged);
        }

        @Override
        public void close() {
            services.close();
        }
    }

    private void run(Run.Start start, Progress progress, Function<Path, LocalServices> services) throws IOException {
        Console console = new Console(InputStream.nullInputStream(), new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()));
        ConfigurationFile file = ConfigurationFile.read(config());
        StreamConfiguration stream = file.require(console);
        var settings = new RunSettings(stream, file.forBuffering(stream, console),
                Inputs.find(List.of(input()), console, new S3Access(Optional.empty()), start, out(),
                        stream.bucket()),
                RunSettings.Content.RECORDS, OptionalInt.empty(), Optional.of(".t"));
        try (Workspace workspace = start == Run.Start.NEW
                ? Workspace.create(out(), stream.bucket())
                : Workspace.resume(out());
                LocalServices started = services.apply(workspace.state())) {
            Run.execute(settings, workspace, started, start, Instant.parse("2026-01-01T00:00:00Z"), progress);
        }
    }

    /// A command with the run's `--config` and `--out`.
    Outcome sluice(String command, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of(command, "--config", config().toString(), "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    /// A command that also takes the run's input.
    Outcome fed(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--input", input(), "--arrival", ".t"));
        arguments.addAll(List.of(more));
        return sluice(command, arguments.toArray(String[]::new));
    }

    Outcome resume() {
        return fed("run", "--resume");
    }
}
