package com.example.accesslog;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;

/// `anonymous-lines`: takes the last part of the client's address out of each line, drops the load balancer's own
/// requests, and refuses what is no line.
public final class AnonymousLines implements RecordTransformer {
    @Override
    public String name() {
        return "anonymous-lines";
    }

    @Override
    public Transformed transform(byte[] record) {
        return AccessLogLine.parse(new String(record, UTF_8)).map(AnonymousLines::transform)
                .orElseGet(() -> new Transformed.Failed("no line of the access log"));
    }

    private static Transformed transform(AccessLogLine line) {
        return line.path().equals("/health")
                ? new Transformed.Dropped()
                : Transformed.kept(line.withoutClient().text().getBytes(UTF_8));
    }
}
