package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.plugin.KeyExtractor;
import java.util.HashMap;
import java.util.Map;

/// `scripted`: the text after a record's colon is its key `l`; without a colon there is no key, with nothing after it
/// the key is null, and `!` throws.
public final class ScriptedKeyExtractor implements KeyExtractor {
    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Map<String, String> keys(byte[] record) {
        String text = new String(record, UTF_8);
        int colon = text.indexOf(':');
        if (colon < 0) {
            return Map.of();
        }
        String key = text.substring(colon + 1);
        if (key.equals("!")) {
            throw new IllegalStateException("no key in " + text.length() + " characters");
        }
        Map<String, String> keys = new HashMap<>();
        keys.put("l", key.isEmpty() ? null : key);
        return keys;
    }
}
