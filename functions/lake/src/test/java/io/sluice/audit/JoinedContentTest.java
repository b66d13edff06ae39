package io.sluice.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JoinedContentTest {
    private static final int BUFFER_BYTES = 64 * 1024;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "'a\n' | 'b\n' | 'a\nb\n'",
            "'a' | 'b' | 'a\nb'",
            "'a' | 'b' | 'a\nb\n'",
            "'a' | '' | 'a'",
            "'a' | '' | 'a\n'",
            "'' | 'a' | 'a'",
            "'' | '' | ''",
            "'\uFEFFa' | '\uFEFFb' | 'a\nb'",
            "'\uFEFFa' | '\uFEFF' | '\uFEFFa'",
            "'a\r\n' | 'b\r' | 'a\r\nb\r\n'",
            "'\n' | '\n\n' | '\n\n\n'",
            "'{\n}' | '{}{}' | '{\n}\n{}{}'"})
    void whatIsThereByteByByteIsAllOfIt(String first, String second, String joined) throws IOException {
        assertEquals(Optional.empty(), difference(List.of(bytes(first), bytes(second)), bytes(joined)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"a\":1}\n", "{\"a\":1}{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n{\"a\":2}\n",
            "{\"a\":2}\n{\"a\":1}\n", "{\"a\":1}\n\n{\"a\":2}\n", "{\"a\":1}\n{\"a\": 2}\n", "{\"a\":1}\n{\"a\":3}\n",
            "{\"a\":1}\r{\"a\":2}\n", "{\"a\":1}\n\uFEFF{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n\n"})
    void whatIsLostAlteredDoubledGluedOrOutOfOrderIsSeen(String joined) throws IOException {
        String difference = difference(List.of(bytes("{\"a\":1}"), bytes("{\"a\":2}")), bytes(joined)).orElseThrow();

        assertTrue(difference.startsWith("16 bytes of lines were to be joined, and "), difference);
    }

    @Test
    void objectsOfAnyLengthAreHeldAgainstEachByte() throws IOException {
        Random random = new Random(7);
        for (int length : new int[]{1, 2, 3, 4, BUFFER_BYTES - 4, BUFFER_BYTES - 3, BUFFER_BYTES - 1, BUFFER_BYTES,
                BUFFER_BYTES + 1, BUFFER_BYTES + 3, 3 * BUFFER_BYTES}) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            content[length - 1] = '\n';
            content[0] = '{';
            assertEquals(Optional.empty(), difference(List.of(content), content), () -> "of " + length);
            for (int at : new int[]{0, length / 2, length - 1}) {
                byte[] other = content.clone();
                other[at] ^= 4;
                assertTrue(difference(List.of(content), other).isPresent(), () -> at + " of " + length);
            }
            assertTrue(difference(List.of(content, content), content).isPresent(), () -> "half of twice " + length);
        }
    }

    private static Optional<String> difference(List<byte[]> sources, byte[] joined) throws IOException {
        JoinedContent content = new JoinedContent();
        for (byte[] source : sources) {
            content.add(stored(source));
        }
        return content.difference(stored(joined));
    }

    private static Stored stored(byte[] bytes) {
        return new Stored(bytes.length,
                (offset, length) -> Arrays.copyOfRange(bytes, (int) offset, (int) offset + length));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
