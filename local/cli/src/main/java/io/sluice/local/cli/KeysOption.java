package io.sluice.local.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.UsageException;
import io.sluice.local.serve.endpoint.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// `--keys` of `serve`, and the variable that a container has in its place.
final class KeysOption {
    /// A JSON object of access keys and their secret keys, as ECS hands over the text of a secret.
    static final String VARIABLE = "SLUICE_KEYS";
    private static final ObjectMapper JSON = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    @Option(names = "--keys", paramLabel = "FILE", description = {
            "Who may call: lines of 'access-key secret-key' (default: SLUICE_KEYS, a JSON object of the same; without",
            "both, on loopback: local local)."})
    private Optional<Path> file = Optional.empty();

    /// The keys of the file, or else of the variable; empty where there is neither.
    ///
    /// @param environment the variables of the process
    /// @throws UsageException when they can't be read or used; it tells no secret
    Optional<Keys> read(Map<String, String> environment) {
        return file.map(KeysOption::keys).or(() -> Optional.ofNullable(environment.get(VARIABLE))
                .filter(text -> !text.isBlank()).map(KeysOption::keys));
    }

    private static Keys keys(String json) {
        String wrong = "SLUICE_KEYS is no JSON object of access keys and their secret keys, as {\"AKEY\": \"secret\"}";
        Map<String, String> secrets = new LinkedHashMap<>();
        try {
            if (!(JSON.readTree(json) instanceof ObjectNode keys) || keys.isEmpty()) {
                throw new UsageException(wrong);
            }
            for (Map.Entry<String, JsonNode> each : keys.properties()) {
                if (!each.getValue().isTextual() || each.getValue().asText().isEmpty()) {
                    throw new UsageException(wrong + ": the value of " + each.getKey() + " is no text");
                }
                secrets.put(each.getKey(), each.getValue().asText());
            }
        } catch (JsonProcessingException _) {
            // Its message would quote what stands there.
            throw new UsageException(wrong);
        }
        return keys(VARIABLE, secrets);
    }

    private static Keys keys(Path file) {
        if (Files.notExists(file)) {
            throw new UsageException("The keys in " + file + " can't be read: there is no such file");
        }
        Map<String, String> secrets = new LinkedHashMap<>();
        try {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                String[] words = line.strip().split("\\s+", -1);
                if (words.length == 2) {
                    secrets.put(words[0], words[1]);
                } else if (!line.isBlank()) {
                    throw new UsageException("The line " + number + " of " + file
                            + " is not 'access-key secret-key'");
                }
            }
        } catch (IOException e) {
            throw new UsageException("The keys in " + file + " can't be read: " + e);
        }
        if (secrets.isEmpty()) {
            throw new UsageException("The file " + file + " has no keys: write lines of 'access-key secret-key'");
        }
        return keys(file.toString(), secrets);
    }

    private static Keys keys(String place, Map<String, String> secrets) {
        try {
            return new Keys(secrets);
        } catch (IllegalArgumentException e) {
            throw new UsageException("The keys in " + place + " can't be used: " + e.getMessage());
        }
    }
}
