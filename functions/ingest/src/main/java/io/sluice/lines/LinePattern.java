package io.sluice.lines;

import io.sluice.jq.JqCapture;
import io.sluice.lines.LineForm.Dash;
import java.util.List;
import java.util.Map;

/// `Sluice.LinePattern`: lines that match a regular expression as a whole, whose named groups are the members of their
/// records, all texts.
public final class LinePattern extends PatternLines {
    /// @throws io.sluice.jq.JqException when `expression` is none, or has no named group
    public LinePattern(String expression) {
        super("LinePattern", "that LinePattern tells", List.of(
                new LineForm(JqCapture.compile(expression), Map.of(), Dash.A_TEXT)));
    }
}
