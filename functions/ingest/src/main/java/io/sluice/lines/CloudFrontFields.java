package io.sluice.lines;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The fields of CloudFront's standard logs: their order in rows, their forms and their types.
final class CloudFrontFields {
    private static final List<String> STANDARD = List.of(("date time x-edge-location sc-bytes c-ip cs-method cs(Host)"
            + " cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type"
            + " x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher"
            + " x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port"
            + " time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start"
            + " sc-range-end").split(" ", -1));
    /// As many had logs from before December 2019.
    private static final int STANDARD_MIN = 26;
    private static final String COUNT = "-|\\d+";
    private static final String SECONDS = "-|\\d+(?:\\.\\d+)?";
    private static final String RESULT = "-|\\w+";
    /// Forms that tell fields from their neighbours: a row of other fields must not be taken for one of these.
    private static final Map<String, String> PATTERNS = Map.ofEntries(
            Map.entry("date", "\\d{4}-\\d\\d-\\d\\d"), Map.entry("time", "\\d\\d:\\d\\d:\\d\\d"),
            Map.entry("sc-bytes", COUNT), Map.entry("c-ip", "-|[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]+"),
            Map.entry("cs-method", "-|[A-Z]+"), Map.entry("sc-status", "-|\\d{3}"),
            Map.entry("x-edge-result-type", RESULT), Map.entry("cs-protocol", "-|https?|wss?"),
            Map.entry("cs-bytes", COUNT), Map.entry("time-taken", SECONDS),
            Map.entry("x-edge-response-result-type", RESULT), Map.entry("cs-protocol-version", "-|HTTP/[0-9.]+"),
            Map.entry("fle-encrypted-fields", COUNT), Map.entry("c-port", COUNT),
            Map.entry("time-to-first-byte", SECONDS), Map.entry("x-edge-detailed-result-type", RESULT),
            Map.entry("sc-content-type", "(?!\\d+\t)[^\t\n]*"), Map.entry("sc-content-len", COUNT),
            Map.entry("sc-range-start", COUNT), Map.entry("sc-range-end", COUNT));
    /// Both ends of a range are there, or neither.
    private static final String RANGE = "(?=\\d+\t\\d|-\t-)";
    /// Types by name, also of fields that a log may have besides the standard ones; the others are texts.
    static final Map<String, FieldType> TYPES = Map.ofEntries(Map.entry("sc_bytes", FieldType.NUMBER),
            Map.entry("sc_status", FieldType.STATUS), Map.entry("cs_user_agent", FieldType.PERCENT_ENCODED),
            Map.entry("cs_bytes", FieldType.NUMBER), Map.entry("time_taken", FieldType.NUMBER),
            Map.entry("fle_encrypted_fields", FieldType.NUMBER), Map.entry("c_port", FieldType.NUMBER),
            Map.entry("time_to_first_byte", FieldType.NUMBER), Map.entry("sc_content_len", FieldType.NUMBER),
            Map.entry("sc_range_start", FieldType.NUMBER), Map.entry("sc_range_end", FieldType.NUMBER),
            Map.entry("timestamp_ms", FieldType.NUMBER), Map.entry("origin_fbl", FieldType.NUMBER),
            Map.entry("origin_lbl", FieldType.NUMBER), Map.entry("asn", FieldType.NUMBER));

    private CloudFrontFields() {}

    /// Tests whether rows of the fields `named` have the standard fields in their order, and further ones behind them.
    static boolean areStandard(List<String> named) {
        return named.size() >= STANDARD.size()
                ? named.subList(0, STANDARD.size()).equals(STANDARD)
                : named.equals(STANDARD.subList(0, STANDARD_MIN));
    }

    /// The pattern of a row, whose groups are called as columns are.
    static String row() {
        String first = groups(STANDARD.subList(0, STANDARD_MIN));
        int range = STANDARD.indexOf("sc-range-start");
        String rest = groups(STANDARD.subList(STANDARD_MIN, range)) + "\t" + RANGE
                + groups(STANDARD.subList(range, STANDARD.size()));
        return first + "(?:\t" + rest + "(?:\t(?<more>.*))?)?";
    }

    private static String groups(List<String> fields) {
        return String.join("\t", fields.stream()
                .map(field -> "(?<" + name(field) + ">" + PATTERNS.getOrDefault(field, "[^\t\n]*") + ")").toList());
    }

    /// A field's name as a column can have it: `cs_user_agent` for `cs(User-Agent)`.
    static String name(String field) {
        return field.toLowerCase(Locale.ROOT).replace(")", "").replaceAll("[-(]", "_");
    }
}
