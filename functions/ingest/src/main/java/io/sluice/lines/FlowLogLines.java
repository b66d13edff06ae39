package io.sluice.lines;

import io.sluice.jq.JqCapture;
import io.sluice.lines.LineForm.Dash;
import io.sluice.plugin.Transformed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `vpc-flow-logs`: VPC flow logs in their default form, version 2. The line of names that begins each file is dropped.
///
/// Source: Amazon VPC User Guide, "Flow log records".
public final class FlowLogLines extends PatternLines {
    private static final String HEADER = "version account-id interface-id srcaddr dstaddr srcport dstport protocol"
            + " packets bytes start end action log-status";
    private static final Map<String, FieldType> NUMBERS = Stream
            .of("version", "srcport", "dstport", "protocol", "packets", "bytes", "start", "end")
            .collect(Collectors.toMap(name -> name, _ -> FieldType.NUMBER));

    public FlowLogLines() {
        super("vpc-flow-logs", "vpc-flow-logs: " + HEADER, List.of(new LineForm(JqCapture.compile(Arrays
                .stream(HEADER.replace('-', '_').split(" "))
                .map(name -> "(?<" + name + ">" + (name.equals("version") ? "\\d+" : "[^ ]+") + ")")
                .collect(Collectors.joining(" "))), NUMBERS, Dash.NO_VALUE)));
    }

    @Override
    public Transformed transform(byte[] record) {
        return new String(record, StandardCharsets.UTF_8).strip().equals(HEADER)
                ? new Transformed.Dropped()
                : super.transform(record);
    }
}
