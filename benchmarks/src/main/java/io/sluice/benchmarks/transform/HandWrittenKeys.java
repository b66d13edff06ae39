package io.sluice.benchmarks.transform;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/// The clickstream's keys, written for it alone.
final class HandWrittenKeys implements TreeResponder.Keys {
    @Override
    public Map<String, String> of(JsonNode click) {
        LocalDateTime time = LocalDateTime.ofInstant(
                Instant.ofEpochSecond(click.required("event_timestamp").longValue()), ZoneOffset.UTC);
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("customer_id", click.required("customer_id").textValue());
        keys.put("device", click.required("type").required("device").textValue());
        keys.put("year", Integer.toString(time.getYear()));
        keys.put("month", twoDigits(time.getMonthValue()));
        keys.put("day", twoDigits(time.getDayOfMonth()));
        keys.put("hour", twoDigits(time.getHour()));
        return keys;
    }

    static String twoDigits(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }
}
