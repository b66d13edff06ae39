package io.sluice.jq;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jcodings.specific.UTF8Encoding;
import org.joni.Syntax;
import org.joni.exception.JOniException;

/// Compiled regular expressions. Programs use few, so the cache is simply emptied when it is full.
final class RegexCache {
    /// How long one search may take: a pattern that backtracks without end is stopped. Time, because Oniguruma does not
    /// count its steps; what is stopped is an error, never another result.
    static final long TIMEOUT_NANOS = 1_000_000_000L;

    private static final int SIZE_MAX = 500;
    private static final Map<Key, org.joni.Regex> CACHE = new ConcurrentHashMap<>();

    private record Key(String expression, int options) {}

    private RegexCache() {}

    static org.joni.Regex regex(String expression, int options) {
        Key key = new Key(expression, options);
        org.joni.Regex known = CACHE.get(key);
        if (known != null) {
            return known;
        }
        if (CACHE.size() >= SIZE_MAX) {
            CACHE.clear();
        }
        org.joni.Regex regex = compile(expression, options);
        CACHE.put(key, regex);
        return regex;
    }

    private static org.joni.Regex compile(String expression, int options) {
        byte[] bytes = expression.getBytes(StandardCharsets.UTF_8);
        try {
            return new org.joni.Regex(bytes, 0, bytes.length, options, UTF8Encoding.INSTANCE, Syntax.PerlNG);
        } catch (JOniException e) {
            throw new JqError("Regex failure: " + e.getMessage());
        }
    }
}
