package io.sluice.lines;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.jq.JqException;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/// Lines as records: the forms that are given, and a pattern of the user's.
final class LineFormsTest {
    private static String json(RecordTransformer lines, String line) {
        Transformed transformed = lines.transform(line.getBytes(UTF_8));
        return new String(assertInstanceOf(Transformed.Kept.class, transformed, () -> line + ": " + transformed)
                .outputs().getFirst().data(), UTF_8);
    }

    private static String failed(RecordTransformer lines, String line) {
        return assertInstanceOf(Transformed.Failed.class, lines.transform(line.getBytes(ISO_8859_1)), line).message();
    }

    @Test
    void eachFormHasTheNameThatItIsGivenBy() {
        assertEquals(List.of("alb", "cloudfront", "combined", "logfmt", "syslog", "vpc-flow-logs"), LineForms.names());
        for (String name : LineForms.names()) {
            assertEquals(Optional.of(name), LineForms.named(name).map(RecordTransformer::name));
        }
        assertEquals(Optional.empty(), LineForms.named("records"));
    }

    @Test
    void accessLogsAreCombinedOrCommon() {
        var lines = new CombinedLines();
        assertEquals(
                "{\"host\":\"127.0.0.1\",\"ident\":null,\"user\":\"frank\",\"time\":\"2000-10-10T20:55:36Z\","
                        + "\"method\":\"GET\","
                        + "\"path\":\"/apache_pb.gif\",\"protocol\":\"HTTP/1.0\",\"status\":200,\"bytes\":2326,"
                        + "\"referer\":\"http://www.example.com/start.html\",\"agent\":\"Mozilla/4.08 [en] "
                        + "(Win98; I ;Nav)\"}",
                json(lines, "127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /apache_pb.gif HTTP/1.0\" 200 2326"
                        + " \"http://www.example.com/start.html\" \"Mozilla/4.08 [en] (Win98; I ;Nav)\""));
        assertEquals(
                "{\"host\":\"::1\",\"ident\":null,\"user\":null,\"time\":\"2026-11-22T08:00:00Z\","
                        + "\"request\":\"\\\\x16\\\\x03\","
                        + "\"status\":400,\"bytes\":null}\r\n",
                json(lines, "::1 - - [22/Nov/2026:08:00:00 +0000] \"\\x16\\x03\" 400 -\r\n"));
        assertTrue(json(lines, "a - - [22/Nov/2026:08:00:00 +0000] \"GET /?q=\\\"a b\\\" HTTP/2.0\" 200 1 \"-\" "
                + "\"x\"")
                .contains(
                        "\"path\":\"/?q=\\\\\\\"a b\\\\\\\"\",\"protocol\":\"HTTP/2.0\",\"status\":200,"
                                + "\"bytes\":1,\"referer\":null"));
        assertTrue(failed(lines, "GET / HTTP/1.1").contains("host ident user [time]"));
        assertTrue(
                failed(lines, "a - - [x] \"GET / HTTP/1.0\" 200 1 \"\u00e9\" \"\"").contains("not UTF-8 from "
                        + "byte 34"));
        assertTrue(failed(lines, "a\nb").contains("RecordDeAggregation"));
    }

    @Test
    void syslogIsOfEitherRfc() {
        var lines = new SyslogLines();
        assertEquals(
                "{\"priority\":165,\"version\":1,\"time\":\"2003-10-11T22:14:15.003Z\","
                        + "\"host\":\"mymachine.example.com\","
                        + "\"app\":\"evntslog\",\"process\":null,\"id\":\"ID47\",\"data\":\"[exampleSDID@32473 "
                        + "iut=\\\"3\\\" x=\\\"]\\\"][b]\","
                        + "\"message\":\"An application\"}",
                json(lines, "<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47"
                        + " [exampleSDID@32473 iut=\"3\" x=\"]\"][b] An application"));
        assertEquals(
                "{\"priority\":34,\"version\":1,\"time\":null,\"host\":null,\"app\":null,\"process\":null,"
                        + "\"id\":null,\"data\":null}",
                json(lines, "<34>1 - - - - - -"));
        assertEquals(
                "{\"priority\":34,\"time\":\"Oct 11 22:14:15\",\"host\":\"mymachine\",\"app\":\"su\","
                        + "\"message\":\"'su root'"
                        + " failed\"}",
                json(lines, "<34>Oct 11 22:14:15 mymachine su: 'su root' failed"));
        assertEquals(
                "{\"time\":\"Nov  2 01:02:03\",\"host\":\"h\",\"app\":\"sshd\",\"process\":\"42\","
                        + "\"message\":\"{\\\"a\\\":1}\"}",
                json(lines, "Nov  2 01:02:03 h sshd[42]: {\"a\":1}"));
        assertTrue(failed(lines, "It was a dark night.").contains("RFC 5424 or 3164"));
    }

    @Test
    void logfmtIsPairs() {
        var lines = new LogfmtLines();
        assertTrue(failed(lines, "level=info msg=a\nerr=b").contains("RecordDeAggregation"));
        assertEquals("{\"at\":\"info\",\"msg\":\"say \\\"hi\\\"\\n\",\"n\":\"1\",\"empty\":\"\",\"cached\":true}",
                json(lines, "at=info  msg=\"say \\\"hi\\\"\\n\" n=1 empty= cached"));
        for (String[] each : new String[][]{{"only words here", "no key has a value"}, {"", "no key has a value"},
                {"a=\"open", "not closed"}, {"a=\"x\"y", "not closed"}, {"=1", "no key at character 0"},
                {"a=1 a=2", "is there twice"}, {"a\"b\"=1", "no key at"}}) {
            assertTrue(failed(lines, each[0]).contains(each[1]), each[0] + ": " + failed(lines, each[0]));
        }
    }

    @Test
    void flowLogsAreRowsAndTheirHeaderIsDropped() {
        var lines = new FlowLogLines();
        assertEquals(
                "{\"version\":2,\"account_id\":\"123456789010\",\"interface_id\":\"eni-1\","
                        + "\"srcaddr\":\"172.31.16.139\","
                        + "\"dstaddr\":\"172.31.16.21\",\"srcport\":20641,\"dstport\":22,\"protocol\":6,"
                        + "\"packets\":20,\"bytes\":4249,"
                        + "\"start\":1418530010,\"end\":1418530070,\"action\":\"ACCEPT\",\"log_status\":\"OK\"}",
                json(lines, "2 123456789010 eni-1 172.31.16.139 172.31.16.21 20641 22 6 20 4249 1418530010 1418530070"
                        + " ACCEPT OK"));
        assertTrue(json(lines, "2 123456789010 eni-1 - - - - - - - 1431280876 1431280934 - NODATA")
                .contains("\"srcaddr\":null,\"dstaddr\":null,\"srcport\":null"));
        assertInstanceOf(Transformed.Dropped.class, lines.transform(("version account-id interface-id srcaddr dstaddr"
                + " srcport dstport protocol packets bytes start end action log-status\n").getBytes(UTF_8)));
        assertTrue(failed(lines, "version account-id vpc-id").contains("account-id interface-id"));
    }

    @Test
    void loadBalancersFieldsAreNamedAndThoseToComeAreKept() throws IOException {
        String line = "https 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817"
                + " 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 \"GET https://www.example.com:443/ HTTP/1.1\""
                + " \"curl/7.46.0\" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2"
                + " arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067"
                + " \"Root=1-58337281-1d84f3d73c47ec4e58577259\" \"www.example.com\""
                + " \"arn:aws:acm:us-east-2:123456789012:certificate/12345678-1234-1234-1234-123456789012\" 1"
                + " 2018-07-02T22:22:48.364000Z \"authenticate,forward\" \"-\" \"-\" \"10.0.0.1:80\" \"200\" "
                + "\"-\" \"-\"";
        var lines = new LoadBalancerLines();
        var record = new ObjectMapper().readTree(json(lines, line));
        assertEquals(29, record.size());
        assertEquals("192.168.131.39:2817", record.path("client_port").asText());
        assertTrue(record.path("elb_status_code").isInt() && record.path("redirect_url").isNull());
        assertEquals("TID_1 \"x\"",
                new ObjectMapper().readTree(json(lines, line + " TID_1 \"x\"")).path("more").asText());
        assertTrue(failed(lines, "https 2018").contains("alb: type time elb"));
    }

    private static final List<String> CLOUDFRONT = List.of("2026-11-22", "08:00:00", "FRA56-P1", "392", "192.0.2.1",
            "GET", "d1.cloudfront.net", "/a%20b", "000", "https://x.example/?q=%26", "Mozilla/5.0%20(X11)+%C3%A9",
            "a=%26", "-", "Error", "id==", "x.example", "https", "23", "0.001", "-", "TLSv1.3", "TLS_AES", "Error",
            "HTTP/2.0", "-", "-", "11040", "0.001", "ClientCommError", "text/html", "78", "-", "-");
    private static final List<String> CLOUDFRONT_FIELDS = List.of(("date time x-edge-location sc-bytes c-ip cs-method"
            + " cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type"
            + " x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher"
            + " x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port"
            + " time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start"
            + " sc-range-end").split(" ", -1));

    private static String row(List<String> fields) {
        return String.join("\t", fields);
    }

    private static String with(int field, String value) {
        List<String> fields = new ArrayList<>(CLOUDFRONT);
        fields.set(field, value);
        return row(fields);
    }

    @Test
    void cloudFrontsRowsAreTypedAndItsUserAgentIsDecoded() throws IOException {
        var lines = new CloudFrontLines();
        assertEquals(
                "{\"date\":\"2026-11-22\",\"time\":\"08:00:00\",\"x_edge_location\":\"FRA56-P1\",\"sc_bytes\":392,"
                        + "\"c_ip\":\"192.0.2.1\",\"cs_method\":\"GET\",\"cs_host\":\"d1.cloudfront.net\","
                        + "\"cs_uri_stem\":\"/a%20b\",\"sc_status\":0,\"cs_referer\":\"https://x.example/?q=%26\","
                        + "\"cs_user_agent\":\"Mozilla/5.0 (X11)+é\",\"cs_uri_query\":\"a=%26\",\"cs_cookie\":null,"
                        + "\"x_edge_result_type\":\"Error\",\"x_edge_request_id\":\"id==\","
                        + "\"x_host_header\":\"x.example\",\"cs_protocol\":\"https\",\"cs_bytes\":23,"
                        + "\"time_taken\":0.001,\"x_forwarded_for\":null,\"ssl_protocol\":\"TLSv1.3\","
                        + "\"ssl_cipher\":\"TLS_AES\",\"x_edge_response_result_type\":\"Error\","
                        + "\"cs_protocol_version\":\"HTTP/2.0\",\"fle_status\":null,\"fle_encrypted_fields\":null,"
                        + "\"c_port\":11040,\"time_to_first_byte\":0.001,"
                        + "\"x_edge_detailed_result_type\":\"ClientCommError\",\"sc_content_type\":\"text/html\","
                        + "\"sc_content_len\":78,\"sc_range_start\":null,\"sc_range_end\":null}\n",
                json(lines, row(CLOUDFRONT) + "\n"));
        assertEquals(26, new ObjectMapper().readTree(json(lines, row(CLOUDFRONT.subList(0, 26)))).size());
        assertEquals("1795\t0.1",
                new ObjectMapper().readTree(json(lines, row(CLOUDFRONT) + "\t1795\t0.1")).path("more").asText());
        for (String agent : List.of("100%", "%ff", "%zz", "-%2")) {
            assertEquals(agent,
                    new ObjectMapper().readTree(json(lines, with(10, agent))).path("cs_user_agent").asText());
        }
    }

    /// A row of chosen fields must not be read under the names of others.
    @Test
    void cloudFrontsRowsOfOtherFieldsAreToldFromTheStandardOnes() {
        var lines = new CloudFrontLines();
        for (int left = 0; left < CLOUDFRONT.size(); left++) {
            List<String> fields = new ArrayList<>(CLOUDFRONT);
            fields.remove(left);
            assertTrue(failed(lines, row(fields)).contains("standard fields in their order"), fields.toString());
            for (String chosen : List.of("64500", "DE", "0.254", "/path/*", "1731699951183")) {
                assertTrue(failed(lines, row(fields) + "\t" + chosen).contains("cloudfront: "), fields.toString());
            }
            List<String> names = new ArrayList<>(CLOUDFRONT_FIELDS);
            names.remove(left);
            assertTrue(failed(lines, "#Fields: " + String.join(" ", names)).contains("or JSON as its format"));
        }
        for (int length = 0; length < CLOUDFRONT.size(); length++) {
            if (length != 26) {
                assertTrue(failed(lines, row(CLOUDFRONT.subList(0, length))).contains("cloudfront: "));
            }
        }
        for (String header : List.of("#Version: 1.0\n", "#Fields: " + String.join(" ", CLOUDFRONT_FIELDS),
                "#Fields: " + String.join("\t", CLOUDFRONT_FIELDS) + "\tasn\r\n",
                "#Fields: " + String.join(" ", CLOUDFRONT_FIELDS.subList(0, 26)))) {
            assertInstanceOf(Transformed.Dropped.class, lines.transform(header.getBytes(UTF_8)), header);
        }
        String named = "#Fields: " + String.join(" ", CLOUDFRONT_FIELDS);
        for (String file : List.of("#Version: 1.0\n" + named + "\n" + row(CLOUDFRONT),
                named + "\n" + row(CLOUDFRONT))) {
            assertTrue(failed(lines, file).contains("RecordDeAggregation"), file);
        }
        assertTrue(failed(lines, "# a comment").contains("cloudfront: "));
        assertTrue(failed(lines, row(CLOUDFRONT) + "\n" + row(CLOUDFRONT)).contains("RecordDeAggregation"));
    }

    @Test
    void cloudFrontsJsonHasAnyFields() {
        var lines = new CloudFrontLines();
        assertEquals("{\"date\":\"2024-11-15\",\"timestamp_ms\":1731699951183,\"asn\":16509,\"origin_fbl\":0.250,"
                + "\"sc_status\":503,\"cs_user_agent\":\"a b\",\"cs_cookie\":null,\"other\":{\"n\":[1.50]}}\n",
                json(lines, "{\"date\": \"2024-11-15\", \"timestamp(ms)\": \"1731699951183\",\n \"asn\": 16509,"
                        + " \"origin-fbl\": \"0.250\", \"sc-status\": \"503\", \"cs(User-Agent)\": \"a%20b\","
                        + " \"cs(Cookie)\": \"-\", \"other\": {\"n\": [1.50]}}\n"));
        for (String each : List.of("{", "{}{}", "{\"a\":}", "{\"a-b\":1,\"a_b\":2}", "{\"a\":1,\"a\":2}")) {
            assertTrue(failed(lines, each).contains("or a JSON object"), each);
        }
    }

    @Test
    void formsAreToldFromTheFirstLinesAndJsonHasNone() {
        assertEquals(Optional.of("cloudfront"),
                LineForms.of(List.of("#Version: 1.0", "#Fields: " + String.join(" ", CLOUDFRONT_FIELDS),
                        row(CLOUDFRONT))));
        assertEquals(Optional.empty(), LineForms.of(List.of("{\"date\":\"2024-11-15\"}")));
        assertEquals(Optional.empty(), LineForms.of(List.of()));
        assertEquals(Optional.empty(), LineForms.of(List.of("#Fields: date time", "2026-11-22 08:00:00")));
    }

    @Test
    void aPatternOfTheUsersNamesTheFields() {
        var lines = new LinePattern("\\[(?<level>[A-Z]+)\\] (?:(?<code>\\d+) )?(?<text>.*)");
        assertEquals("{\"level\":\"WARN\",\"code\":\"007\",\"text\":\"-\"}", json(lines, "[WARN] 007 -"));
        assertEquals("{\"level\":\"WARN\",\"text\":\"x\"}\n", json(lines, "[WARN] x\n"));
        assertTrue(failed(lines, "WARN x").contains("not of the form"));
        assertThrows(JqException.class, () -> new LinePattern("(no name)"));
    }

    @Test
    void aPatternThatBacktracksWithoutEndRejectsItsLine() {
        assertTrue(failed(new LinePattern("(?<a>(x+x+)+)y"), "x".repeat(3_000)).contains("too long to match"));
    }

    /// Whatever a line has, it is a record or told to be none, in no time.
    @Test
    void noBytesAreAFault() {
        Random random = new Random(37);
        String pieces = " \"\\[]<>1a=-:.{}\u00e9\t/";
        List<RecordTransformer> all = ServiceLoader.load(RecordTransformer.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.getClass().getPackageName().equals("io.sluice.lines"))
                .toList();
        assertEquals(List.of("alb", "cloudfront", "combined", "logfmt", "syslog", "vpc-flow-logs"),
                all.stream().map(RecordTransformer::name).sorted().toList());
        for (int i = 0; i < 20_000; i++) {
            StringBuilder line = new StringBuilder();
            for (int n = random.nextInt(40); n > 0; n--) {
                line.append(pieces.charAt(random.nextInt(pieces.length())));
            }
            all.forEach(each -> each.transform(line.toString().getBytes(either(random))));
        }
        String hostile = "a - - [x] \"GET " + "\\".repeat(20_000) + "\" \"".repeat(200);
        all.forEach(each -> assertInstanceOf(Transformed.Failed.class, each.transform(hostile.getBytes(UTF_8))));
    }

    private static Charset either(Random random) {
        return random.nextBoolean() ? UTF_8 : ISO_8859_1;
    }
}
