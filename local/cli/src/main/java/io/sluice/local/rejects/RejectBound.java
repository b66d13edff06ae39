package io.sluice.local.rejects;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The number of records that may be rejected before a run counts as failed, or their share of those that went in.
///
/// @param text    as the user wrote it
/// @param most    records, or hundredths of all records
/// @param isShare whether it is the latter
public record RejectBound(String text, BigDecimal most, boolean isShare) {
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,15})");
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?)\\s?%");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    /// The bound where the user names none.
    public static final RejectBound MOST = parse("50%");

    /// Parses `5` or `0.5%`.
    ///
    /// @throws IllegalArgumentException when it is neither
    public static RejectBound parse(String text) {
        Matcher number = NUMBER.matcher(text);
        if (number.matches()) {
            return new RejectBound(text, new BigDecimal(number.group(1)), false);
        }
        Matcher share = SHARE.matcher(text);
        if (share.matches() && new BigDecimal(share.group(1)).compareTo(HUNDRED) <= 0) {
            return new RejectBound(text, new BigDecimal(share.group(1)), true);
        }
        throw new IllegalArgumentException("it is a number of records, as 5, or a share of them, as 0.5%, and not '"
                + text + "'");
    }

    /// Tests whether `rejected` of `all` records are more than that.
    public boolean isExceeded(long rejected, long all) {
        BigDecimal count = BigDecimal.valueOf(rejected);
        return isShare
                ? count.multiply(HUNDRED).compareTo(most.multiply(BigDecimal.valueOf(all))) > 0
                : count.compareTo(most) > 0;
    }
}
