package io.sluice.layout;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;

/// Splits the text of a prefix into its parts and collects every fault on the way.
final class PrefixScanner {
    static final String OPEN = "!{";
    private static final String TIMESTAMP = "timestamp:";

    private final String text;
    private final List<PrefixPart> parts = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    private PrefixScanner(String text) {
        this.text = text;
    }

    /// The parts and faults of a text.
    ///
    /// @param parts  in order; complete only when there is no fault
    /// @param faults Firehose's messages, in order
    record Scan(List<PrefixPart> parts, List<String> faults) {
        Scan {
            parts = List.copyOf(parts);
            faults = List.copyOf(faults);
        }
    }

    static Scan scan(String text) {
        PrefixScanner scanner = new PrefixScanner(text);
        scanner.run();
        return new Scan(scanner.parts, scanner.faults);
    }

    private void run() {
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf(OPEN, at);
            int literalEnd = open < 0 ? text.length() : open;
            if (literalEnd > at) {
                parts.add(new PrefixPart.Literal(text.substring(at, literalEnd)));
            }
            if (open < 0) {
                return;
            }
            int close = closingBrace(text, open + OPEN.length());
            if (close < 0) {
                faults.add(PrefixMessages.malformed(text, "the !{ at character " + (open + 1) + " is never closed"));
                return;
            }
            expression(text.substring(open + OPEN.length(), close));
            at = close + 1;
        }
    }

    /// The index of the brace that closes an expression whose body starts at `from`; negative when there is none. In a
    /// timestamp pattern a brace between single quotes is text.
    static int closingBrace(String text, int from) {
        if (!text.startsWith(TIMESTAMP, from)) {
            return text.indexOf('}', from);
        }
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            } else if (c == '}' && !quoted) {
                return i;
            }
        }
        return text.indexOf('}', from);
    }

    private void expression(String body) {
        int colon = body.indexOf(':');
        if (colon < 0 || colon == body.length() - 1 || body.contains(OPEN)) {
            faults.add(PrefixMessages.malformed(text, "found !{" + body + "}"));
            return;
        }
        String namespace = body.substring(0, colon);
        String value = body.substring(colon + 1);
        switch (namespace) {
            case "timestamp" -> timestamp(value);
            case "firehose" -> firehose(value);
            case "partitionKeyFromQuery" -> parts.add(new PrefixPart.QueryKey(value));
            case "partitionKeyFromLambda" -> parts.add(new PrefixPart.LambdaKey(value));
            default -> faults.add(PrefixMessages.unknownNamespace(namespace));
        }
    }

    private void timestamp(String value) {
        try {
            TimestampPattern pattern = TimestampPattern.of(value);
            pattern.charsMax();
            parts.add(new PrefixPart.Timestamp(pattern));
        } catch (IllegalArgumentException | DateTimeException e) {
            faults.add(PrefixMessages.badValue("timestamp", value, String.valueOf(e.getMessage())));
        }
    }

    private void firehose(String value) {
        switch (value) {
            case "random-string" -> parts.add(new PrefixPart.RandomString());
            case "error-output-type" -> parts.add(new PrefixPart.ErrorOutputType());
            default -> faults
                    .add(PrefixMessages.badValue("firehose", value, "known are error-output-type and random-string"));
        }
    }
}
