package io.sluice.lines;

import io.sluice.jq.JqCapture;
import io.sluice.lines.LineForm.Dash;
import io.sluice.plugin.Transformed;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// `cloudfront`: standard logs of CloudFront, as rows of the standard fields in their order or as JSON objects of any
/// fields. Fields that follow the standard ones in a row come as one, `more`. The lines with `#` that begin a file are
/// dropped, unless they name other fields.
///
/// Source: Amazon CloudFront Developer Guide, "Standard logging reference".
public final class CloudFrontLines extends PatternLines {
    private static final String FIELDS_MARK = "#Fields:";
    private static final String BLANK = "\\s+";
    private static final LineForm FORM = new LineForm(JqCapture.compile(CloudFrontFields.row()),
            CloudFrontFields.TYPES, Dash.NO_VALUE);
    private static final String SHOWN = "cloudfront: date, time, x-edge-location and the other standard fields in their"
            + " order, apart by tabs, or a JSON object";

    public CloudFrontLines() {
        super("cloudfront", SHOWN, List.of(FORM));
    }

    @Override
    public Transformed transform(byte[] record) {
        TextLine line = TextLine.of(record);
        if (!line.isUtf8()) {
            return line.failed(SHOWN);
        }
        String text = new String(line.text(), StandardCharsets.UTF_8).strip();
        if (text.startsWith("#")) {
            return text.lines().count() > 1 ? line.failed(SHOWN) : header(text);
        }
        return text.startsWith("{")
                ? RenamedMembers.of(line.text(), CloudFrontFields::name, FORM).map(line::as)
                        .orElseGet(() -> line.failed(SHOWN))
                : super.transform(record);
    }

    private static Transformed header(String text) {
        if (text.startsWith(FIELDS_MARK)) {
            List<String> named = List.of(text.substring(FIELDS_MARK.length()).strip().split(BLANK, -1));
            if (!CloudFrontFields.areStandard(named)) {
                return new Transformed.Failed("the log has other fields than the standard ones in their order, and"
                        + " its rows can't be told apart; choose these for the log, or JSON as its format");
            }
        } else if (!text.startsWith("#Version:")) {
            return new Transformed.Failed("the line is not of the form " + SHOWN);
        }
        return new Transformed.Dropped();
    }
}
