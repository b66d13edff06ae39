package io.sluice.local.serve.page;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/// Values in a request's query.
public final class Parameters {
    private Parameters() {}

    /// The first parameter of that name; empty text when there is none.
    ///
    /// @throws IllegalArgumentException when the query is badly encoded
    public static String of(String query, String name) {
        for (String each : query.split("&", -1)) {
            if (each.startsWith(name + "=")) {
                return URLDecoder.decode(each.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        return "";
    }
}
