package io.sluice.infra.iam;

import java.util.regex.Pattern;

/// IAM's patterns: `*` is any number of characters, `?` is one, of any kind.
final class Wildcards {
    private static final Pattern SPECIAL = Pattern.compile("[*?]");

    private Wildcards() {}

    static boolean matches(String pattern, String text) {
        var regex = new StringBuilder();
        int from = 0;
        for (var found : SPECIAL.matcher(pattern).results().toList()) {
            regex.append(Pattern.quote(pattern.substring(from, found.start())))
                    .append(found.group().equals("*") ? ".*" : ".");
            from = found.end();
        }
        regex.append(Pattern.quote(pattern.substring(from)));
        return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(text).matches();
    }
}
