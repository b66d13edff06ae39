package com.example.combined;

import io.sluice.plugin.KeyExtractor;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

/// `combined-log`: the keys `date`, the request's day in UTC, and `status`, as `2xx`.
public final class DateAndStatus implements KeyExtractor {
    @Override
    public String name() {
        return "combined-log";
    }

    @Override
    public Map<String, String> keys(byte[] record) {
        // Latin 1 has a character for each byte: a log may hold any, and its keys are ASCII.
        CombinedLine line = CombinedLine.parse(new String(record, StandardCharsets.ISO_8859_1));
        return Map.of("date", LocalDate.ofInstant(line.time(), ZoneOffset.UTC).toString(), "status",
                line.status() / 100 + "xx");
    }
}
