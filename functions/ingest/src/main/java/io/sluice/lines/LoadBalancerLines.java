package io.sluice.lines;

import io.sluice.jq.JqCapture;
import io.sluice.lines.LineForm.Dash;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `alb`: access logs of Application Load Balancers. Fields that AWS appends later come as one, `more`.
///
/// Source: Elastic Load Balancing, Application Load Balancers, "Access log entries".
public final class LoadBalancerLines extends PatternLines {
    /// As AWS names them, with an underscore for `:`. In quotes where the log has them.
    private static final String FIELDS = "type time elb client_port target_port request_processing_time"
            + " target_processing_time response_processing_time elb_status_code target_status_code received_bytes"
            + " sent_bytes \"request\" \"user_agent\" ssl_cipher ssl_protocol target_group_arn \"trace_id\""
            + " \"domain_name\" \"chosen_cert_arn\" matched_rule_priority request_creation_time"
            + " \"actions_executed\" \"redirect_url\" \"error_reason\" \"target_port_list\""
            + " \"target_status_code_list\" \"classification\" \"classification_reason\"";
    private static final Map<String, FieldType> NUMBERS = Stream
            .of("request_processing_time", "target_processing_time", "response_processing_time", "elb_status_code",
                    "target_status_code", "received_bytes", "sent_bytes", "matched_rule_priority")
            .collect(Collectors.toMap(name -> name, _ -> FieldType.NUMBER));

    public LoadBalancerLines() {
        super("alb", "alb: type time elb client:port target:port … \"classification_reason\"", List.of(
                new LineForm(JqCapture.compile(Arrays.stream(FIELDS.split(" ")).map(LoadBalancerLines::pattern)
                        .collect(Collectors.joining(" ")) + "(?: (?<more>.*))?"), NUMBERS, Dash.NO_VALUE)));
    }

    private static String pattern(String field) {
        return field.startsWith("\"")
                ? "\"(?<" + field.substring(1, field.length() - 1) + ">(?:[^\"\\\\]|\\\\.)*)\""
                : "(?<" + field + ">[^ \"]+)";
    }
}
