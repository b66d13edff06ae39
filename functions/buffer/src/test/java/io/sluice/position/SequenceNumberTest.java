package io.sluice.position;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SequenceNumberTest {
    @Test
    void theOrderIsThatOfNumbersOfAnySize() {
        Random random = new Random(7);
        List<BigInteger> numbers = new ArrayList<>();
        for (int bits = 0; bits < 420; bits++) {
            BigInteger any = new BigInteger(bits, random);
            numbers.addAll(List.of(any, any.add(BigInteger.ONE), BigInteger.ONE.shiftLeft(bits)));
        }
        List<SequenceNumber> read = numbers.stream().map(each -> new SequenceNumber(each.toString())).toList();
        for (int i = 0; i < numbers.size(); i++) {
            for (int j = 0; j < numbers.size(); j++) {
                BigInteger one = numbers.get(i);
                BigInteger other = numbers.get(j);
                assertEquals(one.compareTo(other), Integer.signum(read.get(i).compareTo(read.get(j))),
                        () -> one + " and " + other);
            }
        }
    }

    @Test
    void neighboursOfFiftySixDigitsAreToldApart() {
        SequenceNumber first = new SequenceNumber("49546986683135544286507457936321625675700192471156785154");
        SequenceNumber second = new SequenceNumber("49546986683135544286507457936321625675700192471156785155");
        assertTrue(second.isAbove(first));
        assertFalse(first.isAbove(second));
        assertFalse(first.isAbove(new SequenceNumber(first.digits())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1.0", "1e3", "01", "00", " 1", "1 ", "٣", "TRIM_HORIZON", "0x10"})
    void whatIsNoNumberIsRefused(String digits) {
        assertThrows(IllegalArgumentException.class, () -> new SequenceNumber(digits));
    }

    @Test
    void kinesisLongestNumberIsTakenAndNothingLonger() {
        assertEquals(129, new SequenceNumber("9".repeat(129)).digits().length());
        assertThrows(IllegalArgumentException.class, () -> new SequenceNumber("9".repeat(130)));
    }
}
