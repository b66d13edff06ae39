package io.sluice.local.rejects;

import io.sluice.reject.ErrorLine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// The filter of error records that are asked for: those that meet all that is given.
///
/// @param reason in the error code or the message, letter case aside
/// @param text   in the record's bytes, as UTF-8
/// @param since  the earliest arrival
/// @param until  arrivals from then on are left out
public record ErrorFilter(Optional<String> reason, Optional<String> text, Optional<Instant> since,
        Optional<Instant> until) {

    /// Tests whether `line` is asked for.
    public boolean takes(ErrorLine line) {
        return reason.map(part -> hasFolded(line.errorCode(), part) || hasFolded(line.errorMessage(), part))
                .orElse(true)
                && text.map(part -> has(line.rawData(), part)).orElse(true)
                && since.map(from -> !line.arrival().isBefore(from)).orElse(true)
                && until.map(to -> line.arrival().isBefore(to)).orElse(true);
    }

    private static boolean hasFolded(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    /// As one character a byte, so that bytes that are no UTF-8 stay what they are.
    private static boolean has(byte[] data, String part) {
        return new String(data, StandardCharsets.ISO_8859_1)
                .contains(new String(part.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }
}
