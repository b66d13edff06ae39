package io.sluice.local.serve.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Clicks of customers of a shop, some of whom click far more than others. About one in fifty lacks its customer, and
/// one in two hundred is cut short on its way, so that there is something to redrive. For one thread.
final class Clicks {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> CUSTOMERS = List.of("acme", "birch", "corvus", "delta", "ember", "fjord", "grove",
            "harbor", "iris", "juniper", "kite", "lumen");
    private static final List<String> REGIONS = List.of("eu", "us", "ap");
    private static final List<String> PAGES = List.of("/", "/search", "/item/7", "/item/42", "/cart", "/checkout");
    private static final int WITHOUT_CUSTOMER_IN = 50;
    private static final int CUT_IN = 200;

    private final RandomGenerator random;

    Clicks(RandomGenerator random) {
        this.random = random;
    }

    List<byte[]> next(int count, Instant now) {
        List<byte[]> clicks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] click = click(now).toString().getBytes(StandardCharsets.UTF_8);
            clicks.add(random.nextInt(CUT_IN) == 0
                    ? new String(click, 0, click.length / 2, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8)
                    : click);
        }
        return clicks;
    }

    private ObjectNode click(Instant now) {
        ObjectNode click = JSON.createObjectNode().put("at", now.toString());
        if (random.nextInt(WITHOUT_CUSTOMER_IN) > 0) {
            // The square of a share: the first customers have most of the clicks.
            double share = random.nextDouble();
            click.put("customer", CUSTOMERS.get((int) (share * share * CUSTOMERS.size())));
        }
        return click.put("region", REGIONS.get(random.nextInt(REGIONS.size())))
                .put("page", PAGES.get(random.nextInt(PAGES.size())))
                .put("session", Long.toHexString(random.nextLong())).put("ms", 20 + random.nextInt(2_000));
    }
}
