package io.sluice.local.cli;

import io.sluice.config.ConfigurationParser.Parsed;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.DeployedSource;
import io.sluice.config.StreamConfiguration;
import io.sluice.firehose.SourceType;
import io.sluice.input.Arrivals;
import io.sluice.input.InputException;
import io.sluice.jq.JqException;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.input.LineRecords;
import io.sluice.local.input.Reading;
import io.sluice.local.plan.Forecast;
import io.sluice.local.plan.ForecastJson;
import io.sluice.local.plan.ForecastPage;
import io.sluice.local.plan.ForecastText;
import io.sluice.local.plan.Forecaster;
import io.sluice.local.plan.Prices;
import io.sluice.local.plan.ProducerCalls;
import io.sluice.local.plan.Rate;
import io.sluice.local.plan.Sample;
import io.sluice.local.records.InputSource;
import io.sluice.local.rejects.RejectBound;
import io.sluice.local.s3.S3Access;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice plan`: what a stream would be like on AWS, told from a sample, without servers.
@Command(name = "plan", sortOptions = false, description = {
        "Processes a sample as the transform function does, and forecasts the stream on AWS:",
        "partitions, object sizes, index shards, and cost a GB and a month beside Firehose's. Starts no servers,",
        "writes nothing but --html's page. How each figure is found is in docs/how-to/plan.md."})
final class PlanCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Mixin
    private final InputFormatOption inputFormat = new InputFormatOption();

    @Option(names = "--input", required = true, paramLabel = "SAMPLE", arity = "1..*", description = {
            "As --input of run; the first 128 MB count."})
    private List<String> inputs = List.of();

    @Mixin
    private final S3Option s3 = new S3Option();

    @Option(names = "--rate", paramLabel = "N/s", description = {
            "How fast the stream runs: source records a second, as 500/s, or bytes, as 2MB/s",
            "(default: the sample's own rate with --arrival, 1MB/s without)."})
    private Optional<String> rate = Optional.empty();

    @Option(names = "--arrival", paramLabel = "JQ", description = "As of run: where a record says when it arrived.")
    private Optional<String> arrival = Optional.empty();

    @Option(names = "--record-bytes", paramLabel = "N",
            description = "Pack lines into source records of up to N bytes.")
    private Optional<Integer> recordBytes = Optional.empty();

    @Option(names = "--records-per-call", paramLabel = "N", description = {
            "Where Sluice.Source is direct: the source records of a producer's call (default: as many as",
            "Firehose takes, 500 or 4 MiB)."})
    private Optional<Integer> recordsPerCall = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = {
            "Also write the plan to FILE, as a page with plots; it replaces an existing file."})
    private Optional<Path> html = Optional.empty();

    PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = inputFormat.applied(ConfigurationFile.read(config));
        StreamConfiguration configured = file.require(console);
        try (var _ = plugins.load(configured)) {
            return plan(file, configured);
        }
    }

    private int plan(ConfigurationFile file, StreamConfiguration configured) throws IOException {
        Optional<Rate> given = rate.map(PlanCommand::rate);
        if (recordBytes.isPresent() && recordBytes.get() < 1) {
            throw new UsageException("--record-bytes must be at least 1, not " + recordBytes.get());
        }
        Optional<ProducerCalls> calls = calls(configured);
        requirePageOfItsOwn();
        Sample sample = sampled(configured);
        Parsed buffering = ConfigurationParser.parse(file.forBuffering(configured, console));
        StreamConfiguration stream = buffering.configuration().orElseThrow(() -> new UsageException("The configuration "
                + config + " can't be planned for delivery 'buffer': " + buffering.problems().getFirst().message()));
        var forecaster = new Forecaster(stream, file.refusedByFirehose(), Prices.load(), InstantSource.system(),
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
        Forecast forecast = forecast(forecaster, sample, given, calls);
        if (json) {
            ForecastJson.print(forecast, console.out());
        } else {
            ForecastText.print(forecast, console.out());
        }
        if (html.isPresent()) {
            write(ForecastPage.of(forecast), html.get());
        }
        if (forecast.counts().delivered() == 0) {
            console.message(
                    "Nothing of the sample would be delivered, so these figures are of no stream; the causes are"
                            + " above: mend the configuration, or take another sample");
            return ExitStatus.FAILED;
        }
        long all = forecast.counts().delivered() + forecast.counts().rejected();
        if (RejectBound.MOST.isExceeded(forecast.counts().rejected(), all)) {
            console.message("%,d of the sample's %,d records would be rejected, so that a run over it would fail; the"
                    .formatted(forecast.counts().rejected(), all)
                    + " causes are above: mend the configuration, or take another sample");
            return ExitStatus.FAILED;
        }
        return ExitStatus.DONE;
    }

    private Optional<ProducerCalls> calls(StreamConfiguration configured) {
        boolean direct = configured.sluice().events().source() == SourceType.DIRECT;
        if (recordsPerCall.isPresent() && !direct) {
            throw new UsageException("--records-per-call is for streams whose Sluice.Source has Type 'direct'; that of "
                    + config + " has not");
        }
        if (recordsPerCall.isPresent() && recordsPerCall.get() < 1) {
            throw new UsageException("--records-per-call must be at least 1, not " + recordsPerCall.get());
        }
        if (configured.sluice().deployed().orElse(null) instanceof DeployedSource.Calls calls
                && calls.servers().isEmpty()) {
            console.warning("Sluice.Source of " + config + " names no Image, so that a function with a URL takes the"
                    + " calls, at Lambda's price by the call. The replicas here, and what they cost, are of servers on"
                    + " Fargate (docs/how-to/direct.md)");
        }
        return direct
                ? Optional.of(new ProducerCalls(configured.sluice().events().calls(), recordsPerCall))
                : Optional.empty();
    }

    private static Forecast forecast(Forecaster forecaster, Sample sample, Optional<Rate> given,
            Optional<ProducerCalls> calls) {
        try {
            return forecaster.forecast(sample, given, calls);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--records-per-call: " + e.getMessage());
        }
    }

    /// A page must not replace what it is made of.
    private void requirePageOfItsOwn() throws IOException {
        if (html.isEmpty()) {
            return;
        }
        Path page = html.get();
        if (page.toString().equals("-")) {
            throw new UsageException("--html - : the page goes to a file; name one");
        }
        if (Files.isDirectory(page)) {
            throw new UsageException("--html " + page + " is a folder: name a file in it");
        }
        List<Path> read = new ArrayList<>(List.of(config));
        for (String input : inputs) {
            if (!input.equals("-") && !input.contains("://")) {
                read.add(Path.of(input));
            }
        }
        for (Path each : read) {
            if (Files.exists(page) && Files.exists(each) && Files.isSameFile(page, each)) {
                throw new UsageException(
                        "--html " + page + " would replace what the plan is made of: name another file");
            }
        }
    }

    private static void write(String page, Path to) {
        try {
            Files.writeString(to, page);
        } catch (IOException e) {
            throw new JobFailedException("The page " + to + " can't be written: " + e, e);
        }
    }

    private Sample sampled(StreamConfiguration stream) throws IOException {
        try (S3Access access = s3.access()) {
            return sample(stream, access);
        }
    }

    private Sample sample(StreamConfiguration stream, S3Access access) throws IOException {
        OptionalInt packed = recordBytes.map(OptionalInt::of).orElse(OptionalInt.empty());
        inputFormat.refusePacking(recordBytes);
        List<InputSource> sources = Inputs.records(inputs, console, access);
        Reading reading = inputFormat.checked(sources, stream, console);
        try (var records = new LineRecords(sources, reading, arrivals(), packed, console::warning)) {
            Sample sample = Sample.read(records);
            records.summarise(console::warning);
            ArrivalOption.requireSome(records.failure());
            if (sample.records().isEmpty()) {
                throw new UsageException("The sample has no record of at most "
                        + Sample.BYTES_MAX / 1_000_000 + " MB: there is nothing to plan with");
            }
            return sample;
        } catch (InputException e) {
            throw new JobFailedException(e.getMessage(), e);
        }
    }

    private Arrivals arrivals() {
        Instant now = InstantSource.system().instant();
        try {
            return arrival.map(program -> Arrivals.by(program, now)).orElseGet(() -> Arrivals.at(now));
        } catch (JqException e) {
            throw new UsageException("--arrival is no jq program: " + e.getMessage());
        }
    }

    private static Rate rate(String text) {
        try {
            return Rate.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--rate: " + e.getMessage());
        }
    }
}
