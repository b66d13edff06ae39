package io.sluice.codec;

/// The CRC-32 of bytes one after another, out of the CRC-32 of each: nothing is read again.
///
/// A checksum is a polynomial over GF(2) whose lowest coefficient is in the highest bit. Appending n bytes multiplies
/// what is there by x to the power of 8n, modulo the polynomial of RFC 1952, and adds the checksum of what is appended.
public final class Crc32Sums {
    private static final int POLYNOMIAL = 0xedb88320;
    private static final int ONE = 1 << 31;
    private static final int X = 1 << 30;
    /// x to the power of 2^k. The powers repeat with a period of 2^32 - 1, so that x to the power of 2^32 is x again.
    private static final int[] SQUARES = squares();

    private Crc32Sums() {}

    /// @param first       the CRC-32 of some bytes
    /// @param second      the CRC-32 of the bytes after them
    /// @param secondBytes how many those are
    /// @return the CRC-32 of both
    public static int combine(int first, int second, long secondBytes) {
        if (first == 0) {
            return second; // zero times any power: as where nothing comes before
        }
        int power = ONE;
        int k = 3;
        for (long rest = secondBytes; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                power = times(power, SQUARES[k % Integer.SIZE]);
            }
            k++;
        }
        return times(first, power) ^ second;
    }

    private static int times(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) != 0 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
        }
        return product;
    }

    private static int[] squares() {
        int[] squares = new int[Integer.SIZE];
        squares[0] = X;
        for (int k = 1; k < squares.length; k++) {
            squares[k] = times(squares[k - 1], squares[k - 1]);
        }
        return squares;
    }
}
