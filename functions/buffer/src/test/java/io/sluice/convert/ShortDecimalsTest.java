package io.sluice.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The double of a number with a point is the one that the platform reads in its text, bit by bit.
final class ShortDecimalsTest {
    private static final JsonFactory JSON = new JsonFactory();

    @Test
    void aNumberIsTheDoubleNearestToIt() throws IOException {
        Random random = new Random(15);
        for (int i = 0; i < 100_000; i++) {
            StringBuilder number = new StringBuilder(random.nextBoolean() ? "-" : "").append(random.nextInt(10) == 0
                    ? 0
                    : random.nextLong(1, (long) Math.pow(10, 1 + random.nextInt(17)))).append('.');
            for (int digits = 1 + random.nextInt(16); digits > 0; digits--) {
                number.append(random.nextInt(4) == 0 ? 0 : random.nextInt(10));
            }
            check(number.toString());
        }
    }

    @Test
    void edgesAreNoOther() throws IOException {
        for (String number : new String[]{"0.0", "-0.0", "0.000000000000000", "-0.00000000000000", "0.1", "1.0",
                "999999999999999.0", "99999999999999.9", "-99999999999999.9", "9007199254740993.0", "1.5e3", "1.0E-5",
                "0.1e400", "123456789.123456", "1234567890.123456", "9.007199254740993"}) {
            check(number);
        }
    }

    private static void check(String number) throws IOException {
        try (JsonParser json = JSON.createParser("[" + number + "]")) {
            json.nextToken();
            json.nextToken();
            double value = ShortDecimals.orElse(json, JsonParser::getDoubleValue);
            assertEquals(Double.doubleToRawLongBits(Double.parseDouble(number)), Double.doubleToRawLongBits(value),
                    number);
        }
    }
}
