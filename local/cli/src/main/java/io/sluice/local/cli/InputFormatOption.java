package io.sluice.local.cli;

import static java.util.Map.entry;

import io.sluice.config.StreamConfiguration;
import io.sluice.input.InputException;
import io.sluice.input.RecordsPath;
import io.sluice.input.TextForm;
import io.sluice.jq.JqException;
import io.sluice.lines.LineForms;
import io.sluice.lines.LinePattern;
import io.sluice.local.UsageException;
import io.sluice.local.input.InputCheck;
import io.sluice.local.input.Reading;
import io.sluice.local.input.Reading.CellType;
import io.sluice.local.records.InputSource;
import io.sluice.plugin.RecordTransformer;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// `--input-format` and what belongs to it, of every command that reads records of files.
final class InputFormatOption {
    @Option(names = "--input-format", paramLabel = "FORMAT", defaultValue = "records",
            completionCandidates = Formats.class, description = {
                    "The form of texts: records (lines and JSON documents), json-array (each element of a top-level",
                    "array is a record), csv or tsv (each row is a JSON object), or lines of combined, syslog, logfmt,",
                    "alb, cloudfront or vpc-flow-logs, as by Sluice.Transformer. Parquet, gzip, zstd, bzip2, xz and",
                    "ZIP are known by their content (default: ${DEFAULT-VALUE})."})
    private String format = "records";

    @Option(names = "--records-at", paramLabel = "PATH", description = {
            "The array of JSON documents whose elements are the records, as jq writes it: .Records[] or",
            ".detail.items[]. Other members of a document are left out; one without the array is a rejected record."})
    private Optional<String> recordsAt = Optional.empty();

    @Option(names = "--line-pattern", paramLabel = "REGEX", description = {
            "Lines that match a regular expression as a whole: its named groups, (?<name>…), are the members of the",
            "record, as by Sluice.LinePattern. A line that does not match is a rejected record."})
    private Optional<String> linePattern = Optional.empty();

    @Option(names = "--delimiter", paramLabel = "C",
            description = "The character between cells of --input-format csv, as ';' (default: a comma).")
    private Optional<String> delimiter = Optional.empty();

    @Option(names = "--no-header", description = {
            "The first line of csv or tsv is a row; columns are called column0, column1 and so on."})
    private boolean noHeader;

    @Option(names = "--column-types", paramLabel = "NAME=TYPE", split = ",", arity = "1", description = {
            "Types of columns of csv and tsv: number, boolean or text; several with commas, or the option again.",
            "A cell that does not fit makes its row a rejected record (default: every cell is text)."})
    private Map<String, String> types = new LinkedHashMap<>();

    private static final List<String> FORMATS = Stream
            .concat(Stream.of("records", "json-array", "csv", "tsv"), LineForms.names().stream()).toList();
    /// Other names of formats.
    private static final Map<String, String> MEANT = Map.ofEntries(entry("json", "records"), entry("jsonl", "records"),
            entry("ndjson", "records"), entry("lines", "records"), entry("text", "records"),
            entry("array", "json-array"), entry("tab", "tsv"), entry("apache", "combined"), entry("nginx", "combined"),
            entry("common", "combined"), entry("clf", "combined"), entry("access", "combined"),
            entry("rfc5424", "syslog"), entry("rfc3164", "syslog"), entry("elb", "alb"),
            entry("vpc", "vpc-flow-logs"), entry("flow", "vpc-flow-logs"));

    /// The words that a shell completes.
    private static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return FORMATS.iterator();
        }
    }

    /// Returns the way in which the inputs are to be read.
    ///
    /// @throws UsageException when the options do not fit together
    Reading reading() {
        if (recordsAt.isPresent()) {
            return elements(recordsAt.get());
        }
        boolean cells = format.equals("csv") || format.equals("tsv");
        if (!cells && (delimiter.isPresent() || noHeader || !types.isEmpty())) {
            throw new UsageException("--delimiter, --no-header and --column-types are for --input-format csv and tsv");
        }
        return switch (format) {
            case "records" -> Reading.RECORDS;
            case "json-array" -> Reading.ARRAY;
            case "csv" -> cells(delimiter.orElse(","));
            case "tsv" -> {
                if (delimiter.isPresent()) {
                    throw new UsageException("--delimiter is for --input-format csv; in tsv it is the tab");
                }
                yield cells("\t");
            }
            default -> {
                if (!FORMATS.contains(format)) {
                    throw new UsageException("--input-format is one of " + String.join(", ", FORMATS) + ", not '"
                            + format + "'" + meant()
                            + "; compressed files and Parquet are recognised by their content");
                }
                yield Reading.RECORDS;
            }
        };
    }

    private String meant() {
        String asked = format.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        return Optional.ofNullable(MEANT.get(asked))
                .or(() -> FORMATS.stream().filter(name -> !asked.isEmpty() && name.replace("-", "").startsWith(asked))
                        .findFirst())
                .or(() -> MEANT.entrySet().stream().filter(each -> asked.startsWith(each.getKey()))
                        .map(Map.Entry::getValue).findFirst())
                .map(name -> "; did you mean " + name + "?").orElse("");
    }

    /// The transformer that makes records of lines; empty where lines are the records.
    ///
    /// @throws UsageException when the options do not fit together
    Optional<RecordTransformer> lines() {
        Optional<RecordTransformer> form = LineForms.named(format);
        if (linePattern.isEmpty()) {
            return form;
        }
        if (!format.equals("records") || recordsAt.isPresent()) {
            throw new UsageException("--line-pattern takes lines apart; leave out --input-format and --records-at");
        }
        try {
            return linePattern.map(LinePattern::new);
        } catch (JqException e) {
            throw new UsageException("--line-pattern: " + e.getMessage());
        }
    }

    /// The pattern of lines that is given.
    Optional<String> linePattern() {
        return linePattern;
    }

    /// The configuration with the transformer that the options ask for.
    ///
    /// @throws UsageException when it has one already
    ConfigurationFile applied(ConfigurationFile file) throws IOException {
        if (lines().isEmpty()) {
            return file;
        }
        String member = linePattern.isPresent() ? "LinePattern" : "Transformer";
        return file.with(member, linePattern.orElse(format)).orElseThrow(() -> new UsageException("The configuration "
                + file.name() + " has a Transformer or a LinePattern already: leave out "
                + (linePattern.isPresent() ? "--line-pattern" : "--input-format " + format)));
    }

    private Reading elements(String path) {
        if (!format.equals("records") || delimiter.isPresent() || noHeader || !types.isEmpty()) {
            throw new UsageException("--records-at is for JSON documents; leave out --input-format and what belongs to"
                    + " it");
        }
        try {
            return Reading.elements(RecordsPath.parse(path));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--records-at " + e.getMessage());
        }
    }

    private Reading cells(String by) {
        if (by.length() != 1) {
            throw new UsageException("--delimiter is one character, not '" + by + "'");
        }
        Map<String, CellType> columns = new LinkedHashMap<>();
        types.forEach((name, type) -> columns.put(name, type(name, type)));
        try {
            Reading reading = Reading.cells(by.charAt(0), columns);
            return noHeader ? reading.withoutHeader() : reading;
        } catch (IllegalArgumentException e) {
            throw new UsageException("--delimiter: " + e.getMessage());
        }
    }

    private static CellType type(String name, String type) {
        try {
            return CellType.valueOf(type.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--column-types " + name + "=" + type + ": a type is number, boolean or text");
        }
    }

    /// Returns the way in which `sources` are to be read, once their beginnings were looked at; what they look like and
    /// are not read as is said on `console`, unless the stream has code of the user's own that reads them.
    ///
    /// @throws UsageException naming those that nothing here reads
    Reading checked(List<InputSource> sources, StreamConfiguration stream, Console console) {
        if (recordsAt.isPresent() && stream.sluice().recordsAt().isPresent()) {
            throw new UsageException("--records-at takes out the records that Sluice.RecordsAt of the configuration"
                    + " looks for; leave the option out");
        }
        boolean own = stream.sluice().changesRecords()
                || stream.sluice().keyExtractor().isPresent();
        Reading reading = checked(sources, own ? _ -> {} : console::warning);
        return stream.sluice().textForm() == TextForm.DOCUMENTS && reading.equals(Reading.RECORDS)
                ? Reading.DOCUMENTS
                : reading;
    }

    /// The same; `hints` takes what the inputs look like and are not read as.
    Reading checked(List<InputSource> sources, Consumer<String> hints) {
        Reading reading = reading();
        try {
            InputCheck.require(sources, reading, hints);
        } catch (InputException e) {
            throw new UsageException(e.getMessage());
        }
        return reading;
    }

    /// The options that ask for `reading`, each after a blank; empty where none are needed.
    static String text(Reading reading) {
        return switch (reading.form()) {
            case RECORDS, LINES, DOCUMENTS -> "";
            case ARRAY -> " --input-format json-array";
            case ELEMENTS -> " --records-at '" + reading.at().text().replace("'", "'\\''") + "'";
            case CELLS -> text(reading.delimiter());
            case BARE_CELLS -> text(reading.delimiter()) + " --no-header";
        };
    }

    private static String text(char delimiter) {
        return switch (delimiter) {
            case '\t' -> " --input-format tsv";
            case ',' -> " --input-format csv";
            default -> " --input-format csv --delimiter '" + delimiter + "'";
        };
    }

    /// @throws UsageException when records of several lines or rows would be packed
    void refusePacking(Optional<Integer> recordBytes) {
        if (recordBytes.isPresent() && recordsAt.isPresent()) {
            throw new UsageException("--record-bytes packs lines; leave it out with --records-at");
        }
        if (recordBytes.isPresent() && !format.equals("records") && LineForms.named(format).isEmpty()) {
            throw new UsageException("--record-bytes packs lines; leave it out with --input-format " + format);
        }
    }
}
