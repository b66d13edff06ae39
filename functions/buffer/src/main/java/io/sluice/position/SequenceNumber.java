package io.sluice.position;

import java.math.BigInteger;
import java.util.Optional;

/// The number that a source gave a record: a whole decimal number of any size, larger than all that the same source
/// gave before. Kinesis's have some 56 digits, more than a long or DynamoDB's numbers hold; so it is kept as its
/// digits, and ordered as a number.
///
/// Source: Amazon Kinesis Data Streams API reference, `Record.SequenceNumber`: `0|([1-9]\d{0,128})`.
///
/// @param digits without sign and without zeros in front
public record SequenceNumber(String digits) implements Comparable<SequenceNumber> {
    private static final int DIGITS_MAX = 129;

    /// @throws IllegalArgumentException when `digits` is no such number
    public SequenceNumber {
        if (digits.isEmpty() || digits.length() > DIGITS_MAX || !digits.chars().allMatch(SequenceNumber::isDigit)
                || (digits.charAt(0) == '0' && digits.length() > 1)) {
            throw new IllegalArgumentException("'" + shortened(digits) + "' is no sequence number: 1 to " + DIGITS_MAX
                    + " decimal digits, no zeros in front");
        }
    }

    /// Of more digits, the larger; of as many, by their text.
    @Override
    public int compareTo(SequenceNumber other) {
        int byLength = Integer.compare(digits.length(), other.digits.length());
        return byLength != 0 ? byLength : digits.compareTo(other.digits);
    }

    public boolean isAbove(SequenceNumber other) {
        return compareTo(other) > 0;
    }

    /// The number before it, whether or not a record has that; empty before 0.
    Optional<SequenceNumber> before() {
        BigInteger number = new BigInteger(digits);
        return number.signum() == 0
                ? Optional.empty()
                : Optional.of(new SequenceNumber(number.subtract(BigInteger.ONE).toString()));
    }

    @Override
    public String toString() {
        return digits;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static String shortened(String text) {
        return text.length() <= DIGITS_MAX ? text : text.substring(0, DIGITS_MAX) + "…";
    }
}
