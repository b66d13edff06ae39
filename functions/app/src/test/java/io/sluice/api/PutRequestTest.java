package io.sluice.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A record's bytes are those that its base64 text stands for, however the request is written.
final class PutRequestTest {
    private static final int MUTATIONS = 20_000;

    private static byte[] request(String data) {
        return ("{\"DeliveryStreamName\":\"s\",\"Record\":{\"Data\":\"" + data + "\"}}").getBytes(UTF_8);
    }

    private static byte[] data(byte[] request) {
        return PutRequest.single(request).records().getFirst();
    }

    @Test
    void everyLengthAndByteComesThrough() {
        var random = new Random(1);
        for (int length = 1; length < 700; length++) {
            byte[] record = new byte[length];
            random.nextBytes(record);
            assertArrayEquals(record, data(request(Base64.getEncoder().encodeToString(record))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SGVsbG8\\u003d", "S\\u0047VsbG8=", "SGVs bG8=", "SGVs\\nbG8="})
    void escapesAndWhiteSpaceInTheTextChangeNothing(String text) {
        assertEquals("Hello", new String(data(request(text)), UTF_8));
    }

    @Test
    void aSlashMayBeEscaped() {
        byte[] record = {(byte) 0xff, (byte) 0xff, (byte) 0xff};
        assertArrayEquals(record, data(request("\\/\\/\\/\\/")));
        assertArrayEquals(record, data(request("////")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SGVsbG8", "SGVsbG8==", "SGVs=bG8", "SGVs_-8=", "=", "ä"})
    void whatIsNoBase64IsRefused(String text) {
        assertThrows(ApiException.class, () -> PutRequest.single(request(text)));
    }

    @Test
    void theEncodingOfTheRequestDoesNotMatter() {
        String request = new String(request("SGVsbG8="), UTF_8);
        for (Charset charset : new Charset[]{StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE}) {
            assertEquals("Hello", new String(data(request.getBytes(charset)), UTF_8), charset.name());
        }
        assertEquals("Hello", new String(data(("\ufeff" + request).getBytes(UTF_8)), UTF_8));
    }

    @Test
    void theLastOfTwoMembersOfOneNameCounts() {
        assertEquals("b", new String(data("""
                {"Record":{"Data":"Yg==","Data":"YQ=="},"DeliveryStreamName":"s","Record":{"Data":"YQ==","Data":"Yg=="}}
                """.getBytes(UTF_8)), UTF_8));
    }

    /// White space before a request leaves all of it to the parser.
    @Test
    void theQuickWayTakesAndRefusesWhatTheParserDoes() {
        var random = new Random(20261122);
        int taken = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] record = new byte[1 + random.nextInt(40)];
            random.nextBytes(record);
            byte[] request = mutated(request(Base64.getEncoder().encodeToString(record)), random);
            String expected = outcome((" " + new String(request, UTF_8)).getBytes(UTF_8));
            assertEquals(expected, outcome(request), () -> new String(request, UTF_8));
            taken += expected.startsWith("taken") ? 1 : 0;
        }
        assertTrue(taken > MUTATIONS / 10 && taken < MUTATIONS * 9 / 10, "taken: " + taken);
    }

    private static String outcome(byte[] request) {
        try {
            return "taken " + Base64.getEncoder().encodeToString(data(request));
        } catch (ApiException e) {
            return e.type() + " " + e.getMessage();
        }
    }

    private static byte[] mutated(byte[] request, Random random) {
        String alphabet = "AQ=/+\"\\ {}:,u\n";
        var out = new ByteArrayOutputStream();
        int at = 45 + random.nextInt(request.length - 45);
        out.write(request, 0, at);
        switch (random.nextInt(3)) {
            case 0 -> out.write(alphabet.charAt(random.nextInt(alphabet.length())));
            case 1 -> {
                out.write(alphabet.charAt(random.nextInt(alphabet.length())));
                at++;
            }
            default -> at++;
        }
        out.write(request, at, request.length - at);
        return out.toByteArray();
    }
}
