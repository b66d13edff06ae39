package io.sluice.lines;

import io.sluice.jq.JqCapture;
import io.sluice.lines.LineForm.Dash;
import java.util.List;
import java.util.Map;

/// `syslog`: messages as RFC 5424 or RFC 3164 has them, and as they lie in files, without a priority. Of RFC 3164 a
/// time has no year, and stays as it is.
public final class SyslogLines extends PatternLines {
    private static final Map<String, FieldType> TYPES = Map.of("priority", FieldType.NUMBER, "version",
            FieldType.NUMBER);
    private static final JqCapture RFC_5424 = JqCapture.compile("<(?<priority>\\d{1,3})>(?<version>[1-9]\\d?)"
            + " (?<time>\\S+) (?<host>\\S+) (?<app>\\S+) (?<process>\\S+) (?<id>\\S+)"
            + " (?<data>-|(?:\\[(?:[^\\]\"]|\"(?:[^\"\\\\]|\\\\.)*\")*\\])+)(?: (?<message>.*))?");
    private static final JqCapture RFC_3164 = JqCapture.compile("(?:<(?<priority>\\d{1,3})>)?"
            + "(?<time>[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\dT\\S+) (?<host>\\S+)"
            + " (?<app>[A-Za-z0-9_./@+-]+)(?:\\[(?<process>[^\\]]*)\\])?: ?(?<message>.*)");

    public SyslogLines() {
        super("syslog", "syslog, RFC 5424 or 3164: <priority>time host app[process]: message",
                List.of(new LineForm(RFC_5424, TYPES, Dash.NO_VALUE), new LineForm(RFC_3164, TYPES, Dash.A_TEXT)));
    }
}
