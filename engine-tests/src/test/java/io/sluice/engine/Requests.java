package io.sluice.engine;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// What a query asked of S3: the HTTP requests that Trino's S3 client traced, retries included.
///
/// @param listed prefixes, sorted
/// @param read   keys of objects of which some bytes were read, sorted
record Requests(Set<String> listed, Set<String> read) {
    private static final String PREFIX = "prefix=";
    private static final AttributeKey<String> URL = AttributeKey.stringKey("url.full");

    /// Out of a query's trace, those on `bucket`.
    ///
    /// @throws AssertionError on a request other than the two that a query makes
    static Requests of(String bucket, List<SpanData> spans) {
        Set<String> listed = new TreeSet<>();
        Set<String> read = new TreeSet<>();
        for (SpanData span : spans) {
            if (!span.getName().startsWith("S3.")) {
                continue;
            }
            URI url = URI.create(Objects.requireNonNull(span.getAttributes().get(URL), span.toString()));
            String path = "/" + bucket + "/";
            switch (span.getName()) {
                case "S3.ListObjectsV2" -> listed.add(prefix(url));
                case "S3.GetObject" -> read.add(url.getPath().substring(path.length()));
                default -> throw new AssertionError("a query lists and reads only; this one made " + span.getName());
            }
        }
        return new Requests(listed, read);
    }

    private static String prefix(URI url) {
        return Pattern.compile("&").splitAsStream(url.getQuery()).filter(part -> part.startsWith(PREFIX))
                .map(part -> part.substring(PREFIX.length())).findFirst().orElse("");
    }
}
