package io.sluice.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks Signature Version 4, for service `firehose` in any region. Thread-safe.
/// ([AWS](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html))
final class Signature {
    /// As AWS allows.
    private static final Duration SKEW_MAX = Duration.ofMinutes(5);
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final Pattern AUTHORIZATION = Pattern.compile(ALGORITHM
            + "\\s+Credential=([^/,\\s]+)/(\\d{8})/([^/,\\s]+)/([^/,\\s]+)/aws4_request,\\s*SignedHeaders=([^,\\s]+),"
            + "\\s*Signature=([0-9a-f]{64})\\s*");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);
    private static final List<String> ALWAYS_SIGNED = List.of("host", "x-amz-date");

    private final KeyRing keys;
    private final InstantSource clock;

    /// @param clock the real time
    Signature(KeyRing keys, InstantSource clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /// The key that a call is signed with.
    ///
    /// @throws ApiException with AWS's message when the call is not signed by one of the keys, or not now
    CallerKey check(HttpCall call) {
        String authorization = call.header("authorization")
                .orElseThrow(() -> ApiException.of("MissingAuthenticationTokenException",
                        "Missing Authentication Token"));
        Matcher parts = AUTHORIZATION.matcher(authorization);
        if (!parts.matches()) {
            throw ApiException.of("IncompleteSignatureException",
                    "Authorization header is not of the form " + ALGORITHM
                            + " Credential=…, SignedHeaders=…, Signature=…");
        }
        String date = call.header("x-amz-date").orElseThrow(() -> ApiException.of("IncompleteSignatureException",
                "Authorization header requires existence of an 'X-Amz-Date' header."));
        CallerKey key = keys.key(parts.group(1)).orElseThrow(() -> ApiException.of("UnrecognizedClientException",
                "The security token included in the request is invalid."));
        checkScope(parts, date);
        List<String> signed = List.of(parts.group(5).split(";", -1));
        for (String name : ALWAYS_SIGNED) {
            if (!signed.contains(name)) {
                throw refused("'" + name + "' must be a signed header.");
            }
        }
        String scope = parts.group(2) + "/" + parts.group(3) + "/" + parts.group(4) + "/aws4_request";
        String expected = RequestSignature.of(key.secret(), scope, date, canonical(call, signed));
        if (!RequestSignature.isEqual(expected, parts.group(6))) {
            throw refused(
                    "The request signature we calculated does not match the signature you provided. Check your AWS"
                            + " Secret Access Key and signing method. Consult the service documentation for details.");
        }
        checkTime(date);
        return key;
    }

    private static void checkScope(Matcher parts, String date) {
        if (!parts.group(4).equals("firehose")) {
            throw refused("Credential should be scoped to correct service: 'firehose'.");
        }
        if (!date.startsWith(parts.group(2) + "T")) {
            throw refused("Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '"
                    + parts.group(2) + "' != '" + date.substring(0, Math.min(8, date.length())) + "'.");
        }
    }

    private void checkTime(String date) {
        Instant now = clock.instant();
        Instant signed;
        try {
            signed = LocalDateTime.parse(date, TIME).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw ApiException.of("IncompleteSignatureException",
                    "Date must be in ISO-8601 'basic format'. Got '" + date + "'.");
        }
        if (signed.isBefore(now.minus(SKEW_MAX))) {
            throw refused("Signature expired: " + date + " is now earlier than " + text(now.minus(SKEW_MAX)) + " ("
                    + text(now) + " - 5 min.)");
        }
        if (signed.isAfter(now.plus(SKEW_MAX))) {
            throw refused("Signature not yet current: " + date + " is still later than " + text(now.plus(SKEW_MAX))
                    + " (" + text(now) + " + 5 min.)");
        }
    }

    private static String text(Instant time) {
        return TIME.format(time.atOffset(ZoneOffset.UTC));
    }

    private static ApiException refused(String message) {
        return ApiException.of("InvalidSignatureException", message);
    }

    private static String canonical(HttpCall call, List<String> signed) {
        StringBuilder headers = new StringBuilder();
        for (String name : new TreeSet<>(signed)) {
            List<String> values = call.headers().getOrDefault(name, List.of());
            headers.append(name).append(':').append(String.join(",",
                    values.stream().map(value -> value.strip().replaceAll(" +", " ")).toList())).append('\n');
        }
        return call.method() + "\n" + call.path() + "\n" + query(call.query()) + "\n" + headers + "\n"
                + String.join(";", new TreeSet<>(signed)) + "\n" + HexFormat.of().formatHex(call.bodyHash());
    }

    private static String query(String query) {
        if (query.isEmpty()) {
            return "";
        }
        String[] parameters = query.split("&", -1);
        Arrays.sort(parameters);
        return String.join("&", Arrays.stream(parameters).map(each -> each.contains("=") ? each : each + "=").toList());
    }
}
