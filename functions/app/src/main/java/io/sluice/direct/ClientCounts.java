package io.sluice.direct;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A count for each program that calls, by the product that its `User-Agent` names first. Thread-safe.
public final class ClientCounts {
    /// Whoever calls may call itself anything.
    private static final int CLIENTS_MAX = 20;
    private static final String OTHERS = "other";
    private static final Pattern PRODUCT = Pattern.compile("[A-Za-z0-9._-]{1,40}");

    private final Map<String, Long> counts = new TreeMap<>();

    /// @param userAgent the header; empty where there is none
    synchronized void count(String userAgent) {
        Matcher product = PRODUCT.matcher(userAgent);
        String client = product.lookingAt() ? product.group() : OTHERS;
        counts.merge(counts.containsKey(client) || counts.size() < CLIENTS_MAX ? client : OTHERS, 1L, Long::sum);
    }

    /// The counts so far, by product.
    public synchronized Map<String, Long> all() {
        return new TreeMap<>(counts);
    }
}
