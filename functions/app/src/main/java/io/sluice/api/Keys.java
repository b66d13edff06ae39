package io.sluice.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Access keys that stay the same, in their order: one at least. Several are valid at once, so that one can be replaced
/// while both are in use.
public final class Keys implements KeyRing {
    private static final int WORDS_MAX = 3;
    private static final ObjectMapper JSON = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final Map<String, CallerKey> keys = new LinkedHashMap<>();

    /// @throws IllegalArgumentException when there are none, or two of one id
    public Keys(List<CallerKey> keys) {
        keys.forEach(key -> {
            if (this.keys.putIfAbsent(key.id(), key) != null) {
                throw new IllegalArgumentException("the access key " + key.id() + " is there twice");
            }
        });
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("there are none: write lines of 'access-key secret-key'");
        }
    }

    /// The one key that may call, for all streams.
    public static Keys of(String id, String secret) {
        return new Keys(List.of(new CallerKey(id, secret, Optional.empty())));
    }

    /// Reads keys, one a line: `access-key secret-key`, or `access-key secret-key stream,stream` for one that may name
    /// these streams only. A JSON object, as consoles and tools write secrets, has what follows the key as its value.
    ///
    /// @throws IllegalArgumentException naming the line that is none, but nothing of what is in it
    public static Keys parse(String text) {
        List<CallerKey> keys = new ArrayList<>();
        int number = 0;
        for (String[] words : text.stripLeading().startsWith("{") ? members(text) : lines(text)) {
            number++;
            if (words.length > 0) {
                keys.add(key(number, words));
            }
        }
        return new Keys(keys);
    }

    private static List<String[]> lines(String text) {
        return text.lines().map(Keys::words).toList();
    }

    private static List<String[]> members(String json) {
        try {
            return JSON.readTree(json).properties().stream()
                    .map(each -> Stream.concat(Stream.of(each.getKey()),
                            Stream.of(words(each.getValue().isTextual() ? each.getValue().asText() : "")))
                            .toArray(String[]::new))
                    .toList();
        } catch (JsonProcessingException _) {
            // Its message would quote what stands there.
            throw new IllegalArgumentException("it is no JSON object of access keys and their secret keys, as"
                    + " {\"AKEY\": \"secret\"}");
        }
    }

    private static String[] words(String text) {
        return text.isBlank() ? new String[0] : text.strip().split("\\s+", -1);
    }

    private static CallerKey key(int line, String[] words) {
        if (words.length < 2 || words.length > WORDS_MAX) {
            throw new IllegalArgumentException("the line " + line
                    + " is not 'access-key secret-key', with or without the names of streams after them");
        }
        if (!CallerKey.isId(words[0])) {
            // Not told as it stands: who writes the two in the other order writes a secret here.
            throw new IllegalArgumentException(
                    "the line " + line + " does not begin with an access key: that is letters"
                            + " and digits, as AWS's are");
        }
        return new CallerKey(words[0], words[1], words.length < WORDS_MAX
                ? Optional.empty()
                : Optional.of(Set.copyOf(List.of(words[2].split(",", -1)))));
    }

    @Override
    public Optional<CallerKey> key(String id) {
        return Optional.ofNullable(keys.get(id));
    }

    /// The key that the embedded servers take, so that who has it can read the objects.
    public CallerKey first() {
        return keys.values().iterator().next();
    }

    /// All of them, in their order.
    public List<CallerKey> all() {
        return List.copyOf(keys.values());
    }

    /// Names no secret.
    @Override
    public String toString() {
        return "Keys" + keys.keySet();
    }
}
