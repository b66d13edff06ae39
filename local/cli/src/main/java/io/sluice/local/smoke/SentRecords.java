package io.sluice.local.smoke;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The records that a run sent: each has a number of its own, and the sum of the numbers is known.
final class SentRecords {
    private static final List<String> SHOPS = List.of("ash", "birch", "cedar");

    private final RunName run;
    private final Map<String, String> shops = new HashMap<>();
    private long sum;

    SentRecords(RunName run) {
        this.run = run;
    }

    /// The next `count` records, which count as sent from now on.
    List<String> next(int count) {
        List<String> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int number = shops.size() + 1;
            String shop = SHOPS.get(number % SHOPS.size());
            String record = "{\"id\":\"%s-%d\",\"shop\":\"%s\",\"number\":%d}".formatted(run, number, shop, number);
            shops.put(record, shop);
            sum += number;
            records.add(record);
        }
        return records;
    }

    /// The shop of each record.
    Map<String, String> shops() {
        return Map.copyOf(shops);
    }

    int count() {
        return shops.size();
    }

    /// The sum of their numbers.
    long sum() {
        return sum;
    }
}
