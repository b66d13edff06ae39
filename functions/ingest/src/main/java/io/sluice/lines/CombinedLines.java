package io.sluice.lines;

import io.sluice.jq.JqCapture;
import io.sluice.lines.LineForm.Dash;
import java.util.List;
import java.util.Map;

/// `combined`: access logs in the combined form of Apache and nginx, or in the common form, which lacks referer and
/// agent.
///
/// Source: Apache HTTP Server, "Log Files"; nginx, `ngx_http_log_module`.
public final class CombinedLines extends PatternLines {
    private static final String QUOTED = "(?:[^\"\\\\]|\\\\.)*";
    private static final JqCapture PATTERN = JqCapture.compile("(?<host>\\S+) (?<ident>\\S+) (?<user>[^\\[]+?)"
            + " \\[(?<time>[^\\]]+)\\] \"(?:(?<method>[A-Z]+) (?<path>" + QUOTED
            + ") (?<protocol>HTTP/[0-9.]+)|(?<request>"
            + QUOTED + "))\" (?<status>\\d{3}) (?<bytes>\\d+|-)(?: \"(?<referer>" + QUOTED + ")\" \"(?<agent>" + QUOTED
            + ")\")?");

    public CombinedLines() {
        super("combined", "combined: host ident user [time] \"request\" status bytes \"referer\" \"agent\"", List.of(
                new LineForm(PATTERN, Map.of("status", FieldType.NUMBER, "bytes", FieldType.NUMBER, "time",
                        FieldType.APACHE_TIME), Dash.NO_VALUE)));
    }
}
