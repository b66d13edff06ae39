package io.sluice.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FunctionEnvironmentTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> RESOURCES = Map.of("SLUICE_DATA_BUCKET", "${Token[1]}",
            "SLUICE_STAGING_BUCKET", "${Token[2]}", "SLUICE_INDEX_TABLE", "${Token[3]}");

    @Test
    void aConfigurationThatFitsStaysReadable() throws IOException {
        var json = JSON.readTree("{ \"DeliveryStreamName\" : \"orders\" }");

        var variables = FunctionEnvironment.of(json, RESOURCES);

        assertEquals("{\"DeliveryStreamName\":\"orders\"}", variables.get("SLUICE_CONFIG"));
        assertEquals("${Token[1]}", variables.get("SLUICE_DATA_BUCKET"));
    }

    @Test
    void aLongerOneIsCompressed() throws IOException {
        var json = query("{k:.a.b.c|tostring}".repeat(250));

        var value = FunctionEnvironment.of(json, RESOURCES).get("SLUICE_CONFIG");

        assertTrue(String.valueOf(value).startsWith("gzip:"));
        assertEquals(json.toString(), unpack(String.valueOf(value).substring("gzip:".length())));
    }

    @Test
    void aConfigurationThatFitsNotEvenCompressedIsRefusedWithTheLimit() {
        var random = new byte[4000];
        new Random(7).nextBytes(random);

        var refusal = assertThrows(DeploymentException.class,
                () -> FunctionEnvironment.of(query(Base64.getEncoder().encodeToString(random)), RESOURCES));

        assertTrue(refusal.explanation().contains("4 KB"), refusal.explanation());
    }

    /// Lambda measures the JSON of all variables, so quotes count twice.
    @ParameterizedTest
    @ValueSource(ints = {100, 1000, 2000, 2500, 3000, 3300, 3500, 4000, 8000})
    void whateverIsAcceptedFitsWithTheLongestNamesThatResourcesCanHave(int characters) throws IOException {
        var variables = new LinkedHashMap<>(
                FunctionEnvironment.of(query("\"a\",".repeat(characters / 4)), RESOURCES));
        variables.put("SLUICE_DATA_BUCKET", "b".repeat(63));
        variables.put("SLUICE_STAGING_BUCKET", "b".repeat(63));
        variables.put("SLUICE_INDEX_TABLE", "t".repeat(255));

        var bytes = JSON.writeValueAsBytes(variables).length;
        assertTrue(bytes <= FunctionEnvironment.BYTES_MAX, bytes + " bytes");
    }

    private static JsonNode query(String text) {
        return JSON.createObjectNode().put("query", text);
    }

    private static String unpack(String base64) throws IOException {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))) {
            return new String(gzip.readAllBytes(), UTF_8);
        }
    }
}
