package io.sluice.local.init;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/// Text in quotes, as JSON and jq have it.
final class QuotedText {
    private QuotedText() {}

    static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
