package io.sluice.api;

import io.sluice.encoding.Digests;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The content of an `Authorization` header of AWS Signature Version 4, and the check that it is right for a request to
/// `/` without parameters, which is all that DynamoDB has; and the signature of any request. Source: "Create a signed
/// AWS API request" in AWS's IAM guide.
///
/// @param keyId   the access key's id
/// @param date    `yyyyMMdd`
/// @param scope   what follows the date: region, service and `aws4_request`
/// @param headers names of the signed headers, in lower case and in order
/// @param value   the signature, in hexadecimal digits
public record RequestSignature(String keyId, String date, String scope, List<String> headers, String value) {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final Pattern HEADER = Pattern.compile(ALGORITHM
            + " Credential=([^/,\\s]+)/(\\d{8})/([^,\\s]+/aws4_request),"
            + "\\s*SignedHeaders=([^,\\s]+),\\s*Signature=([0-9a-f]{64})");
    private static final String DATE = "x-amz-date";
    private static final HexFormat HEX = HexFormat.of();

    /// Empty when `authorization` is no such header, or leaves the host or the time unsigned.
    public static Optional<RequestSignature> parse(String authorization) {
        Matcher matcher = HEADER.matcher(authorization);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<String> headers = List.of(matcher.group(4).split(";", -1));
        return headers.contains("host") && headers.contains(DATE)
                ? Optional.of(new RequestSignature(matcher.group(1), matcher.group(2), matcher.group(3), headers,
                        matcher.group(5)))
                : Optional.empty();
    }

    /// Tests whether `secret` made this signature for a POST of `body` with these headers.
    ///
    /// @param header gives a header's value as it was sent; empty when there is none
    public boolean isOf(String secret, UnaryOperator<String> header, byte[] body) {
        var canonical = new StringBuilder("POST\n/\n\n");
        for (String name : headers) {
            canonical.append(name).append(':').append(header.apply(name).strip().replaceAll(" +", " ")).append('\n');
        }
        canonical.append('\n').append(String.join(";", headers)).append('\n')
                .append(HEX.formatHex(Digests.sha256().digest(body)));
        String time = header.apply(DATE);
        return time.startsWith(date) && isEqual(of(secret, date + "/" + scope, time, canonical.toString()), value);
    }

    /// The signature of a request, in hexadecimal digits.
    ///
    /// @param scope     date, region, service and `aws4_request`
    /// @param time      `x-amz-date`
    /// @param canonical the request in its canonical form
    public static String of(String secret, String scope, String time, String canonical) {
        String signed = String.join("\n", ALGORITHM, time, scope,
                HEX.formatHex(Digests.sha256().digest(utf8(canonical))));
        byte[] key = utf8("AWS4" + secret);
        for (String part : scope.split("/", -1)) {
            key = hmac(key, part);
        }
        return HEX.formatHex(hmac(key, signed));
    }

    /// Compares two signatures in a time that does not tell where they differ.
    public static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(utf8(one), utf8(other));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
            return mac.doFinal(utf8(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks HmacSHA256, which its specification demands", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
