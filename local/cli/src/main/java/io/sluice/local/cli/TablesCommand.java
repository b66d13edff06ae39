package io.sluice.local.cli;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TableSources;
import io.sluice.input.Arrivals;
import io.sluice.input.InputException;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.input.LineRecords;
import io.sluice.local.input.Reading;
import io.sluice.local.plan.Sample;
import io.sluice.local.records.InputSource;
import io.sluice.local.s3.S3Access;
import io.sluice.local.table.TableSample;
import io.sluice.local.table.TablesText;
import io.sluice.tables.ColumnSample;
import io.sluice.tables.StreamTables;
import io.sluice.tables.StreamTables.Derived;
import io.sluice.tables.TableDefinition;
import io.sluice.tables.TableRemark;
import io.sluice.tables.TableSource;
import java.io.IOException;
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

/// `sluice tables`: the stream's tables in Athena, as statements or as requests to AWS Glue.
@Command(name = "tables", sortOptions = false, description = {
        "Prints the statements that create the stream's tables in Athena: one of its records, and one of its error",
        "records, with partition projection, so that data can be queried as soon as it lands.",
        "See docs/how-to/tables.md."})
final class TablesCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Mixin
    private final InputFormatOption inputFormat = new InputFormatOption();

    @Option(names = "--input", paramLabel = "SAMPLE", arity = "1..*", description = {
            "As --input of run: records to infer columns from, where the configuration declares none."})
    private List<String> inputs = List.of();

    @Mixin
    private final S3Option s3 = new S3Option();

    @Option(names = "--json", description = "Print the requests of `aws glue create-database` and `create-table`.")
    private boolean json;

    TablesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = inputFormat.applied(ConfigurationFile.read(config));
        StreamConfiguration stream = file.require(console);
        TableSource source = TableSources.of(stream, stream.bucket());
        List<TableRemark> remarks = new ArrayList<>();
        Derived records = inputs.isEmpty() ? StreamTables.records(source) : sampled(source, file, stream, remarks);
        Derived errors = StreamTables.errors(source);
        Optional<Derived> compacted = records.table().flatMap(table -> TableSources.compacted(stream, stream.bucket())
                .map(of -> StreamTables.compacted(of, table)));
        remarks.addAll(records.remarks());
        errors.remarks().stream().filter(remark -> !remarks.contains(remark)).map(TablesCommand::ofErrors)
                .forEach(remarks::add);
        compacted.stream().flatMap(each -> each.remarks().stream()).filter(remark -> !remarks.contains(remark))
                .forEach(remarks::add);
        remarks.forEach(remark -> console.err().println(TablesText.line(remark)));
        console.err().flush();
        var table = records.table().orElseThrow(() -> new UsageException(
                "The stream of " + config + " can't have a table as it is; nothing was printed"
                        + (inputs.isEmpty() ? " (--input SAMPLE infers columns)" : "")));
        List<TableDefinition> tables = new ArrayList<>(List.of(table));
        errors.table().ifPresent(tables::add);
        compacted.flatMap(Derived::table).ifPresent(tables::add);
        if (json) {
            TablesText.json(tables, remarks, console.out());
        } else {
            TablesText.statements(tables, console.out());
        }
        return ExitStatus.DONE;
    }

    private Derived sampled(TableSource source, ConfigurationFile file, StreamConfiguration stream,
            List<TableRemark> remarks) throws IOException {
        Instant now = InstantSource.system().instant();
        ColumnSample sample = sample(file, stream, now);
        remarks.addAll(StreamTables.unseenDates(source, sample, now));
        return StreamTables.records(source, sample);
    }

    /// Returns a remark on the table of error records: what keeps them from a table does not keep the others from
    /// theirs.
    private static TableRemark ofErrors(TableRemark remark) {
        return switch (remark.kind()) {
            case REFUSAL -> new TableRemark(TableRemark.Kind.WARNING, remark.path(),
                    "there is no table of error records: " + remark.message());
            case WARNING, NOTE -> remark;
        };
    }

    private ColumnSample sample(ConfigurationFile file, StreamConfiguration configured, Instant now)
            throws IOException {
        StreamConfiguration stream = ConfigurationParser.parse(file.forBuffering(configured, console)).configuration()
                .orElseThrow(() -> new UsageException("The configuration " + config
                        + " can't take a sample through delivery 'buffer'; declare Sluice.Table.Columns instead"));
        try (S3Access access = s3.access()) {
            return sample(stream, Inputs.records(inputs, console, access), now);
        }
    }

    private ColumnSample sample(StreamConfiguration stream, List<InputSource> sources, Instant now)
            throws IOException {
        Reading reading = inputFormat.checked(sources, stream, console);
        try (var _ = plugins.load(stream);
                var records = new LineRecords(sources, reading, Arrivals.at(now), OptionalInt.empty(),
                        console::warning)) {
            TableSample sample = TableSample.of(stream, Sample.read(records));
            records.summarise(console::warning);
            sample.rejected().ifPresent(console::warning);
            return sample.columns();
        } catch (InputException e) {
            throw new JobFailedException(e.getMessage(), e);
        }
    }
}
