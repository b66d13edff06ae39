package io.sluice.local.cli;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.Problem.Severity;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TableSources;
import io.sluice.input.Arrivals;
import io.sluice.input.InputException;
import io.sluice.input.OneLine;
import io.sluice.lines.LineForms;
import io.sluice.local.JobFailedException;
import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.init.Interview;
import io.sluice.local.init.Proposal;
import io.sluice.local.init.ProposalComparison;
import io.sluice.local.init.Questions;
import io.sluice.local.init.ReadyMade;
import io.sluice.local.init.SampleFields;
import io.sluice.local.init.StreamName;
import io.sluice.local.input.InputCheck;
import io.sluice.local.input.LineRecords;
import io.sluice.local.input.Reading;
import io.sluice.local.plan.Sample;
import io.sluice.local.records.InputSource;
import io.sluice.local.s3.S3Access;
import io.sluice.local.table.TableSample;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import io.sluice.tables.StreamTables;
import io.sluice.tables.TableDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
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
        "with --parquet. The reasons go to standard error. Writes only FILE, with --out."})
final class InitCommand implements Callable<Integer> {
    private static final int INDENT = 2;
    /// Enough to see which fields repeat, and little beside a run.
    private static final int RECORDS_MAX = 10_000;

    private final Console console;

    @Option(names = "--input", paramLabel = "SAMPLE", arity = "1..*", description = {
            "As --input of run; the first 10,000 records count. CSV, TSV and arrays of objects are recognised."})
    private List<String> inputs = List.of();

    @Option(names = "--for", paramLabel = "DATA", completionCandidates = Data.class, description = {
            "In place of a sample: a ready-made configuration for alb, cloudfront, cloudtrail or vpc-flow-logs.",
            "With --out a folder of that name with it, a sample and tests."})
    private Optional<String> data = Optional.empty();

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
            "Ask for each choice, on standard error; an empty answer accepts the proposal. The end of the input",
            "ends it, and nothing is written."})
    private boolean interactive;

    @Option(names = "--out", paramLabel = "FILE", description = {
            "Write to FILE, which must not be there yet; with --for, a folder."})
    private Optional<Path> out = Optional.empty();

    /// The words that a shell completes.
    private static final class Data implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ReadyMade.names().iterator();
        }
    }

    InitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (data.isPresent()) {
            return readyMade(ReadyMade.of(data.get()));
        }
        if (inputs.isEmpty()) {
            throw new UsageException("There is nothing to look at: name a sample with --input, or --for "
                    + String.join(", ", ReadyMade.names()) + " for what AWS writes");
        }
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
        Optional<RecordTransformer> lines = lines(sources, reading);
        SampleFields fields = fields(sample, lines);
        SampleCheck.requireObjects(sample, fields);
        Optional<String> inside = fields.inside().map(SampleCheck::elements);
        inside.ifPresent(sentence -> tell("note: " + sentence));
        String name = stream.orElseGet(() -> StreamName.of(inputs.getFirst()));
        Proposal first = Proposal.of(fields, name, bucket.orElseGet(() -> StreamName.bucket(name)), keys);
        lines.ifPresent(form -> takeApart(first, form));
        explain(first, fields, sample);
        ProposalComparison comparison = compare(first, fields, sample);
        Proposal proposal = interactive ? ask(first, comparison, fields) : first;
        if (parquet) {
            convert(proposal, sample);
        } else if (lines.isEmpty() && sample.records().stream().anyMatch(record -> OneLine.isNeeded(record.data()))) {
            proposal.transform("json-lines");
            tell("transformer json-lines: records of the sample go over several lines, and tables are read line by"
                    + " line");
        }
        byte[] json = proposal.json();
        TableSample taken = TableSample.of(require(json), sample);
        if (taken.isMostlyRejected()) {
            throw new UsageException("These choices give no configuration: " + taken.rejected().orElseThrow() + "; "
                    + inside.orElse("mend the sample, or choose other --keys"));
        }
        taken.rejected().ifPresent(sentence -> tell("warning: " + sentence));
        conclude(reading);
        write(json);
        return ExitStatus.DONE;
    }

    private int readyMade(ReadyMade made) throws IOException {
        if (!inputs.isEmpty() || !keys.isEmpty() || parquet || interactive || stream.isPresent()
                || bucket.isPresent()) {
            throw new UsageException(
                    "--for prints a ready-made configuration: leave out --input, --keys, --stream, --bucket,"
                            + " --parquet and --interactive, and edit the result");
        }
        if (out.isEmpty()) {
            console.out().print(new String(made.configuration(), StandardCharsets.UTF_8));
            console.out().flush();
            return ExitStatus.DONE;
        }
        made.write(out.get());
        tell("configuration: " + out.get().resolve("stream.json") + "; change names, bucket and prefix as you like");
        tell("tests: ./sluice test " + out.get());
        tell("sample: " + out.get().resolve(made.sample()) + ", made up, for run, plan and tables");
        tell("the role and the account in it are placeholders; nothing here uses them");
        console.err().flush();
        return ExitStatus.DONE;
    }

    /// As the options say, or as the sample looks where they say nothing.
    private Optional<RecordTransformer> lines(List<InputSource> sources, Reading reading) {
        Optional<RecordTransformer> told = inputFormat.lines();
        return told.isPresent() || !reading.equals(Reading.RECORDS)
                ? told
                : InputCheck.lineForm(sources).flatMap(LineForms::named);
    }

    private static SampleFields fields(Sample sample, Optional<RecordTransformer> lines) {
        SampleFields fields = new SampleFields();
        for (BatchRecord record : sample.records()) {
            if (record.refusal().isPresent()) {
                continue;
            }
            if (lines.isEmpty()) {
                fields.add(record.data());
            } else if (lines.get().transform(record.data()) instanceof Transformed.Kept(var outputs)) {
                outputs.forEach(output -> fields.add(output.data()));
            }
        }
        return fields;
    }

    private void takeApart(Proposal proposal, RecordTransformer form) {
        inputFormat.linePattern().ifPresentOrElse(proposal::takeApart, () -> {
            proposal.transform(form.name());
            tell("transformer " + form.name() + ": lines of that form become JSON records");
        });
    }

    private Proposal ask(Proposal proposal, ProposalComparison comparison, SampleFields fields) {
        var questions = new Questions(console.in(), console.err());
        Proposal chosen = comparison.isOfOne() ? proposal : Interview.choose(questions, comparison);
        var interview = new Interview(questions, chosen, each -> problem(ConfigurationParser.parse(each.json())));
        interview.layOut(fields);
        parquet = interview.wantsParquet(parquet);
        if (!parquet) {
            interview.compress();
        }
        return chosen;
    }

    /// Prints what is proposed beside other keys, unless the user names the keys.
    private ProposalComparison compare(Proposal proposal, SampleFields fields, Sample sample) {
        List<Proposal> proposals = new ArrayList<>(List.of(proposal));
        if (keys.isEmpty()) {
            proposals.addAll(proposal.others(fields));
        }
        var planner = new ProposalPlanner(sample);
        ProposalComparison comparison = ProposalComparison.of(proposals.size() < 2 ? List.of() : proposals,
                each -> planner.plan(require(each.json())));
        if (!comparison.isOfOne()) {
            tell("side by side, at 1 MB/s; plan --rate N/s reckons with your rate, and --keys takes other fields:");
            comparison.lines().forEach(console.err()::println);
            console.err().flush();
        }
        return comparison;
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
        return parsed.configuration().orElseThrow(() -> new UsageException("These choices give no valid configuration: "
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
