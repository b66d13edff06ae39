package io.sluice.benchmarks.jq;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.benchmarks.data.Clickstream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A program and what it runs on, of the kinds that people write.
///
/// @param name    what is asked of the input
/// @param program jq 1.6
/// @param input   one JSON text
record QueryTask(String name, String program, byte[] input) {
    private static final int CLICK_BYTES = 1_200;
    private static final int ORDERS = 200;

    /// One of each kind. Both libraries have to give the same values, so that nothing is asked of them which jq 1.6
    /// itself answers otherwise than its other implementations do.
    static List<QueryTask> all() {
        byte[] click = new Clickstream(CLICK_BYTES, 10).record(7);
        byte[] orders = orders();
        return List.of(
                new QueryTask("two members of a record", "{customer: .customer_id, device: .type.device}", click),
                new QueryTask("the whole record", ".", click),
                new QueryTask("a regular expression", "[.page, .page] | map(test(\"^/[a-z]+\"))", click),
                new QueryTask("sum of products", "[.items[] | .price * .count] | add", orders),
                new QueryTask("select and shape", "[.items[] | select(.count > 4) | {id, total: (.price * .count)}]",
                        orders),
                new QueryTask("group and count", ".items | group_by(.kind) | map({kind: .[0].kind, n: length})",
                        orders),
                new QueryTask("reduce", "reduce .items[] as $i ({}; .[$i.kind] += $i.count)", orders),
                new QueryTask("entries", ".items[0] | to_entries | map(.key) | join(\",\")", orders));
    }

    private static byte[] orders() {
        return IntStream.range(0, ORDERS)
                .mapToObj(i -> "{\"id\":\"order-" + i + "\",\"kind\":\"" + "abcde".charAt(i % 5) + "\",\"price\":"
                        + (i % 17 + 1) + ",\"count\":" + i % 9 + ",\"note\":\"Größe " + i + "\"}")
                .collect(Collectors.joining(",", "{\"items\":[", "]}")).getBytes(UTF_8);
    }
}
