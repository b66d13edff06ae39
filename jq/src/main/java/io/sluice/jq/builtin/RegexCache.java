package io.sluice.jq.builtin;

import io.sluice.jq.value.JqError;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jcodings.exception.CharacterPropertyException;
import org.jcodings.exception.JCodingsException;
import org.joni.Option;
import org.joni.Syntax;
import org.joni.exception.ErrorMessages;
import org.joni.exception.JOniException;

/// Compiled regular expressions. Programs use few, so the cache is simply emptied when it is full.
public final class RegexCache {
    /// The time that one search may take: a pattern that backtracks without end is stopped. Time, because Oniguruma
    /// does not count its steps; what is stopped is an error, never another result.
    static final long TIMEOUT_NANOS = 1_000_000_000L;

    private static final int SIZE_MAX = 500;
    private static final Map<Key, org.joni.Regex> CACHE = new ConcurrentHashMap<>();

    private record Key(String expression, int options) {}

    private RegexCache() {}

    public static org.joni.Regex regex(String expression, int options) {
        Key key = new Key(expression, options);
        org.joni.Regex known = CACHE.get(key);
        if (known != null) {
            return known;
        }
        if (CACHE.size() >= SIZE_MAX) {
            CACHE.clear();
        }
        String adapted = RegexDifferences.adapt(expression, Option.isIgnoreCase(options));
        // joni forgets that groups need its stack when a match of nothing is no match; a choice has it remember
        org.joni.Regex regex = compile(Option.isFindNotEmpty(options) ? "(?!)|" + adapted : adapted, options);
        CACHE.put(key, regex);
        return regex;
    }

    /// joni goes on after a warning, with escapes ignored that Oniguruma knows: that could give another key.
    private static void refuse(String warning) {
        throw RegexDifferences.notSupported(warning);
    }

    private static org.joni.Regex compile(String expression, int options) {
        byte[] bytes = expression.getBytes(StandardCharsets.UTF_8);
        try {
            return new org.joni.Regex(bytes, 0, bytes.length, options, OnigurumaUtf8.INSTANCE, Syntax.PerlNG,
                    RegexCache::refuse);
        } catch (CharacterPropertyException e) {
            throw new JqError("Regex failure: " + String.valueOf(e.getMessage()).replace('<', '{').replace('>', '}'));
        } catch (JOniException | JCodingsException e) {
            if (ErrorMessages.INVALID_LOOK_BEHIND_PATTERN.equals(e.getMessage())) {
                throw RegexDifferences.notSupported("a look-behind of texts of different lengths");
            }
            throw new JqError("Regex failure: " + e.getMessage());
        }
    }
}
