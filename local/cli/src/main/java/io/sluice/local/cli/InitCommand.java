package io.sluice.local.cli;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.Problem.Severity;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TableSources;
import io.sluice.input.Arrivals;
import io.sluice.input.InputException;
import io.sluice.input.OneLine;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.init.Interview;
import io.sluice.local.init.Proposal;
import io.sluice.local.init.Questions;
import io.sluice.local.init.SampleFields;
import io.sluice.local.init.StreamName;
import io.sluice.local.input.InputCheck;
import io.sluice.local.input.LineRecords;
import io.sluice.local.input.Reading;
import io.sluice.local.plan.Sample;
import io.sluice.local.records.InputSource;
import io.sluice.local.report.Sizes;
import io.sluice.local.s3.S3Access;
import io.sluice.local.table.TableSample;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice init`: a configuration out of a sample.
@Command(name = "init", sortOptions = false, description = {
        "Reads a sample and prints a configuration for it that check accepts: keys, prefix, compression, and columns",
        "with --parquet. Why it is so goes to standard error. Writes nothing, but FILE with --out."})
final class InitCommand implements Callable<Integer> {
    private static final int INDENT = 2;
    /// Enough to see which fields repeat, and little beside a run.
    private static final int RECORDS_MAX = 50_000;

    private final Console console;

    @Option(names = "--input", required = true, paramLabel = "SAMPLE", arity = "1..*", description = {
            "As --input of run; the first 50,000 records count. CSV, TSV and arrays of objects are recognised."})
    private List<String> inputs = List.of();

    @Mixin
    private final InputFormatOption inputFormat = new InputFormatOption();

    @Mixin
    private final S3Option s3 = new S3Option();

    @Option(names = "--keys", paramLabel = "FIELD", split = ",", arity = "1", description = {
            "The fields that objects are divided by, in this order, as properties.net,properties.time; of times the",
            "day counts (default: a field of few values, and the day of a time, where the sample has them)."})
    private List<String> keys = List.of();

    @Option(names = "--stream", paramLabel = "NAME", description = "The stream's name (default: the sample's).")
    private Optional<String> stream = Optional.empty();

    @Option(names = "--bucket", paramLabel = "NAME", description = "Where objects go (default: the stream's name).")
    private Optional<String> bucket = Optional.empty();

    @Option(names = "--parquet", description = "Deliver Parquet, with the columns that the sample has.")
    private boolean parquet;

    @Option(names = "--interactive", description = {
            "Ask for each choice, on standard error; an empty answer takes what is proposed. The end of the input",
            "ends it, and nothing is written."})
    private boolean interactive;

    @Option(names = "--out", paramLabel = "FILE", description = "Write to FILE, which must not be there yet.")
    private Optional<Path> out = Optional.empty();

    InitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        try (S3Access access = s3.access()) {
            return init(access);
        }
    }

    private int init(S3Access access) throws IOException {
        refuseExisting();
        if (interactive && inputs.contains(ConfigurationFile.STANDARD_INPUT)) {
            throw new UsageException("--interactive reads answers from standard input, which is the sample; name a"
                    + " file with --input");
        }
        List<InputSource> sources = Inputs.records(inputs, console, access);
        Reading reading = reading(sources);
        Sample sample = sample(sources, reading);
        SampleCheck.requireUtf8(sample);
        SampleFields fields = new SampleFields();
        for (BatchRecord record : sample.records()) {
            if (record.refusal().isEmpty()) {
                fields.add(record.data());
            }
        }
        SampleCheck.requireObjects(sample, fields);
        Optional<String> inside = fields.inside().map(SampleCheck::elements);
        inside.ifPresent(sentence -> tell("note: " + sentence));
        String name = stream.orElseGet(() -> StreamName.of(inputs.getFirst()));
        Proposal proposal = Proposal.of(fields, name, bucket.orElseGet(() -> StreamName.bucket(name)), keys);
        explain(proposal, fields, sample);
        if (interactive) {
            ask(proposal, fields);
        }
        if (parquet) {
            convert(proposal, sample);
        } else if (sample.records().stream().anyMatch(record -> OneLine.isNeeded(record.data()))) {
            proposal.transform("json-lines");
            tell("transformer json-lines: records of the sample go over several lines, and tables are read line by"
                    + " line");
        }
        byte[] json = proposal.json();
        TableSample taken = TableSample.of(require(json), sample);
        if (taken.isMostlyRejected()) {
            throw new UsageException("No configuration comes of this: " + taken.rejected().orElseThrow() + "; "
                    + inside.orElse("mend the sample, or choose other --keys"));
        }
        taken.rejected().ifPresent(sentence -> tell("warning: " + sentence));
        conclude(reading);
        write(json);
        return ExitStatus.DONE;
    }

    private void ask(Proposal proposal, SampleFields fields) {
        var interview = new Interview(new Questions(console.in(), console.err()), proposal,
                each -> problem(ConfigurationParser.parse(each.json())));
        interview.layOut(fields);
        parquet = interview.wantsParquet(parquet);
        if (!parquet) {
            interview.compress();
        }
    }

    private void refuseExisting() {
        out.filter(Files::exists).ifPresent(file -> {
            throw new UsageException("The file " + file + " is there already, and init overwrites nothing; name another"
                    + " one with --out");
        });
    }

    /// As the options say, or as the sample looks where they say nothing.
    private Reading reading(List<InputSource> sources) {
        Reading told = inputFormat.checked(sources, _ -> {});
        return told.equals(Reading.RECORDS) ? InputCheck.guess(sources).orElse(told) : told;
    }

    private Sample sample(List<InputSource> sources, Reading reading) throws IOException {
        try (var records = new LineRecords(sources, reading, Arrivals.at(Instant.EPOCH), OptionalInt.empty(),
                console::warning)) {
            return Sample.read(records, RECORDS_MAX);
        } catch (InputException e) {
            throw new JobFailedException(e.getMessage(), e);
        }
    }

    /// Adds the columns that the records have under the proposed prefix.
    private void convert(Proposal proposal, Sample sample) {
        StreamConfiguration configured = require(proposal.json());
        var columns = TableSample.of(configured, sample).columns();
        TableDefinition table = StreamTables.records(TableSources.of(configured, configured.bucket()), columns).table()
                .orElseThrow(() -> new UsageException("The sample's records make no table, so that there are no columns"
                        + " for --parquet; `tables --config FILE --input SAMPLE` says why"));
        proposal.convert(table.columns(), table.jsonKeys());
    }

    /// @throws UsageException when `check` would refuse what was made, as for a name that is none
    private StreamConfiguration require(byte[] json) {
        var parsed = ConfigurationParser.parse(json);
        return parsed.configuration().orElseThrow(() -> new UsageException("No valid configuration comes of this: "
                + problem(parsed).orElse("") + "; choose others with --keys, --stream or --bucket"));
    }

    private static Optional<String> problem(ConfigurationParser.Parsed parsed) {
        return parsed.problems().stream().filter(problem -> problem.severity() == Severity.ERROR).findFirst()
                .map(problem -> problem.path() + ": " + problem.message());
    }

    private void explain(Proposal proposal, SampleFields fields, Sample sample) {
        tell(Sizes.count(fields.records(), "record") + " looked at" + (sample.whole() ? "" : ", the first of more"));
        proposal.reasons().forEach(this::tell);
        console.err().flush();
    }

    private void conclude(Reading reading) {
        tell(parquet
                ? "format: Parquet, since you ask for it; its columns are those that the sample has"
                : interactive
                        ? "format: lines, compressed as you say"
                        : "compression: GZIP, which every reader of lines knows; --parquet makes columns");
        tell("the role and the account in it are placeholders; nothing here uses them");
        String options = InputFormatOption.text(reading);
        if (!options.isEmpty()) {
            tell("the sample is read with" + options + ": give it to run, plan and verify, too");
        }
        console.err().flush();
    }

    private void write(byte[] json) throws IOException {
        if (out.isEmpty()) {
            console.out().println(new String(json, StandardCharsets.UTF_8));
            console.out().flush();
            return;
        }
        try {
            Files.write(out.get(), (new String(json, StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("The file " + out.get() + " is there already, and init overwrites nothing");
        }
    }

    private void tell(String line) {
        console.errScreen().print(console.err(), line, INDENT);
    }
}
