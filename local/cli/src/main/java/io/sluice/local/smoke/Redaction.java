package io.sluice.local.smoke;

import java.util.regex.Pattern;

/// The removal of what names an account from texts that are sent to others: ARNs, account numbers, access keys.
final class Redaction {
    private static final Pattern ARN = Pattern.compile("arn:aws[a-z-]*:[^\\s\"'`,;()<>]+");
    private static final Pattern NUMBER = Pattern.compile("(?<!\\d)\\d{12}(?!\\d)");
    private static final Pattern KEY = Pattern.compile("\\b(?:AKIA|ASIA)[A-Z0-9]{12,}");

    private Redaction() {}

    /// `text` with a word in the place of each of these.
    static String of(String text) {
        String plain = ARN.matcher(text).replaceAll("<ARN>");
        return KEY.matcher(NUMBER.matcher(plain).replaceAll("<account>")).replaceAll("<key>");
    }
}
