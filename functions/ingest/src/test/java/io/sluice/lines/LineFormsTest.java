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
import java.util.List;
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
        assertEquals(List.of("alb", "combined", "logfmt", "syslog", "vpc-flow-logs"),
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
