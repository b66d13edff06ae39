package io.sluice.local.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/// The prices of AWS, in US dollars, from the dated table `prices.properties`.
public final class Prices {
    private final Properties table;

    private Prices(Properties table) {
        this.table = table;
    }

    /// The table that comes with Sluice.
    public static Prices load() {
        Properties table = new Properties();
        try (InputStream in = Prices.class.getResourceAsStream("prices.properties")) {
            if (in == null) {
                throw new IllegalStateException("prices.properties is not on the classpath");
            }
            table.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("prices.properties can't be read", e);
        }
        return new Prices(table);
    }

    /// The price of one unit: an entry `name.per1000` or `name.per1000000` is divided by that number.
    ///
    /// @throws IllegalArgumentException when the table has no such entry
    public double of(String entry) {
        double price = new BigDecimal(text(entry)).doubleValue();
        if (entry.endsWith(".per1000")) {
            return price / 1_000;
        }
        return entry.endsWith(".per1000000") ? price / 1_000_000 : price;
    }

    /// The region and month that the prices are of, as `us-east-1, 2026-09`.
    public String validity() {
        return text("region") + ", " + text("asOf");
    }

    private String text(String entry) {
        String value = table.getProperty(entry);
        if (value == null) {
            throw new IllegalArgumentException("prices.properties has no entry " + entry);
        }
        return value.strip();
    }
}
