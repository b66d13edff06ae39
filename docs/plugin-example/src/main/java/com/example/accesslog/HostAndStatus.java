package com.example.accesslog;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.plugin.KeyExtractor;
import java.util.Map;

/// `host-and-status`: the keys `host`, as `shop.example`, and `status`, as `2xx`.
public final class HostAndStatus implements KeyExtractor {
    @Override
    public String name() {
        return "host-and-status";
    }

    @Override
    public Map<String, String> keys(byte[] record) {
        AccessLogLine line = AccessLogLine.parse(new String(record, UTF_8))
                .orElseThrow(() -> new IllegalArgumentException("no line of the access log"));
        return Map.of("host", line.host(), "status", line.status().charAt(0) + "xx");
    }
}
