package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.input.InputException;
import io.sluice.local.UsageException;
import io.sluice.local.input.InputCheck;
import io.sluice.local.input.Reading;
import io.sluice.local.input.Reading.CellType;
import io.sluice.local.records.InputSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/// `--input-format` and what belongs to it, of every command that reads records of files.
final class InputFormatOption {
    @Option(names = "--input-format", paramLabel = "FORMAT", defaultValue = "records",
            completionCandidates = Formats.class, description = {
                    "What texts are: records (lines and JSON documents), json-array (each element of a top-level",
                    "array is a record), csv or tsv (each row is a JSON object). Parquet, gzip,",
                    "zstd, bzip2, xz and ZIP are known by their content (default: ${DEFAULT-VALUE})."})
    private String format = "records";

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

    /// The words that a shell completes.
    private static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("records", "json-array", "csv", "tsv").iterator();
        }
    }

    /// Returns the way in which the inputs are to be read.
    ///
    /// @throws UsageException when the options do not fit together
    Reading reading() {
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
            default -> throw new UsageException("--input-format is records, json-array, csv or tsv, not '" + format
                    + "'; what is compressed and Parquet are known by their content");
        };
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
        boolean own = stream.sluice().transformer().isPresent() || stream.sluice().keyExtractor().isPresent();
        return checked(sources, own ? _ -> {} : console::warning);
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
            case RECORDS, LINES -> "";
            case ARRAY -> " --input-format json-array";
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
        if (recordBytes.isPresent() && !format.equals("records")) {
            throw new UsageException("--record-bytes packs lines; leave it out with --input-format " + format);
        }
    }
}
