package com.example.accesslog;

import java.util.Locale;
import java.util.Optional;

/// A line of the access log: `time|host|client|method|path|status|bytes`.
///
/// @param host   lower case
/// @param client IPv4 or IPv6 address
/// @param status three digits
record AccessLogLine(String time, String host, String client, String method, String path, String status, String bytes) {
    private static final int FIELDS = 7;

    /// Empty when `text` is no such line.
    static Optional<AccessLogLine> parse(String text) {
        String[] fields = text.split("\\|", -1);
        if (fields.length != FIELDS || fields[1].isEmpty() || !fields[5].matches("[1-5][0-9][0-9]")) {
            return Optional.empty();
        }
        return Optional.of(new AccessLogLine(fields[0], fields[1].toLowerCase(Locale.ROOT), fields[2],
                fields[3], fields[4], fields[5], fields[6]));
    }

    /// The same without the last part of the client's address.
    AccessLogLine withoutClient() {
        int last = Math.max(client.lastIndexOf('.'), client.lastIndexOf(':'));
        return new AccessLogLine(time, host, client.substring(0, last + 1) + "0", method, path, status, bytes);
    }

    String text() {
        return String.join("|", time, host, client, method, path, status, bytes);
    }
}
