package io.sluice.local.cli;

import io.sluice.input.NarrowText;
import io.sluice.input.RecordsPath;
import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.init.SampleFields;
import io.sluice.local.input.InputCheck;
import io.sluice.local.input.Reading;
import io.sluice.local.plan.Sample;
import io.sluice.local.rejects.RejectBound;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Refuses samples that no configuration is for, and says what makes one of them.
final class SampleCheck {
    /// A document that opens an array at the end of its first line, as GeoJSON is written.
    private static final Pattern OPENED = Pattern.compile("(?s)\\{.*\"([^\"\\\\]+)\"\\s*:\\s*\\[\\s*");

    private SampleCheck() {}

    /// @throws UsageException when a record has bytes that are no UTF-8
    static void requireUtf8(Sample sample) {
        sample.records().stream().map(BatchRecord::data).filter(data -> !InputCheck.isUtf8(data)).findFirst()
                .ifPresent(data -> {
                    throw new UsageException(
                            "The sample has bytes that are no UTF-8, which tables read wrongly; convert"
                                    + " it, as with " + NarrowText.conversion(data));
                });
    }

    /// @throws UsageException when most of the records are no JSON objects
    static void requireObjects(Sample sample, SampleFields fields) {
        long all = sample.records().size();
        if (all == 0 || RejectBound.MOST.isExceeded(all - fields.records(), all)) {
            throw new UsageException("The sample has "
                    + (fields.records() == 0 ? "no JSON object" : Sizes.count(fields.records(), "JSON object"))
                    + " among its " + Sizes.count(all, "record") + ", and init needs objects to propose keys; "
                    + remedy(sample.records().stream()
                            .map(record -> new String(record.data(), StandardCharsets.UTF_8)).toList()));
        }
    }

    private static String remedy(List<String> records) {
        Matcher opened = OPENED.matcher(records.isEmpty() ? "" : records.getFirst());
        if (opened.matches()) {
            return elements(opened.group(1));
        }
        return records.stream().anyMatch(text -> text.endsWith("},"))
                ? "its lines end in commas, as in an array without brackets: remove them, for example with sed 's/,$//'"
                : "use --input-format for CSV, TSV or an array, --line-pattern for lines of another form, and your own"
                        + " Transformer for any other text (docs/how-to/plugins.md)";
    }

    /// Returns the way to the elements of the array of a document.
    static String elements(String array) {
        return "the records are elements of an array " + array + ", it seems;" + InputFormatOption.text(
                Reading.elements(new RecordsPath(List.of(array)))) + " makes each of them one";
    }
}
