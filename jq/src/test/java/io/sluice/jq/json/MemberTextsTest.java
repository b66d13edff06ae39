package io.sluice.jq.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class MemberTextsTest {
    private static final String REST = "1}                               ";
    private static final long SEED = 20_261_120;

    private final MemberTexts texts = new MemberTexts();

    @Test
    void theNameIsKnownWhetherTheTextWasSeenBeforeOrNot() {
        for (int run = 0; run < 3; run++) {
            for (String name : new String[]{"", "a", "abcdef", "abcdefghijklmnop", "abcdefghijklmnopqrstuvwxyz",
                    "\u00e9"}) {
                assertEquals(name, name("{\"" + name + "\":"));
                assertEquals(name, name(",\"" + name + "\":"));
                assertEquals(name, name("{ \"" + name + "\" : "));
            }
        }
    }

    @Test
    void aTextThatDiffersFromTheExpectedOneInAnyByteIsLookedThrough() {
        String good = ",\"abcdefgh\":";
        for (int at = 0; at < good.length(); at++) {
            texts.value((good + REST).getBytes(UTF_8), 0, good.length() + REST.length());
            texts.value((good + REST).getBytes(UTF_8), 0, good.length() + REST.length());
            String other = good.substring(0, at) + 'z' + good.substring(at + 1);
            boolean inName = at >= 2 && at < 10;
            if (inName) {
                assertEquals(other.substring(2, 10), name(other));
            } else if (at > 0) {
                assertEquals(-1, texts.value((other + REST).getBytes(UTF_8), 0, other.length() + REST.length()));
            }
        }
    }

    @Test
    void moreSpaceBehindTheColonThanLastTimeIsSkippedToo() {
        for (String colon : new String[]{":", ": ", ":  \n\t", ":"}) {
            assertEquals("name", name("{\"name\"" + colon));
        }
    }

    @Test
    void aNameWithEscapesHasNoEndThatCouldBeCompared() {
        for (int run = 0; run < 3; run++) {
            byte[] text = ("{\"\\u0061\":" + REST).getBytes(UTF_8);
            assertEquals(10, texts.value(text, 0, text.length));
            assertTrue(texts.nameEnd() < texts.nameStart());
        }
    }

    @Test
    void moreNamesThanAreRememberedAreAllFound() {
        Random random = new Random(SEED);
        for (int run = 0; run < 20_000; run++) {
            String name = Integer.toString(random.nextInt(3 * MemberTexts.TEXTS_MAX));
            assertEquals(name, name((random.nextBoolean() ? "{\"" : ",\"") + name + "\":"));
        }
    }

    @Test
    void whatStandsBehindTheEndIsNotLookedAt() {
        byte[] text = ("{\"name\":" + REST).getBytes(UTF_8);
        for (int run = 0; run < 2; run++) {
            assertEquals(8, texts.value(text, 0, text.length));
            for (int end = 1; end < 8; end++) {
                assertEquals(-1, texts.value(text, 0, end), "end " + end);
            }
        }
    }

    /// The name in front of a value.
    private String name(String before) {
        byte[] text = (before + REST).getBytes(UTF_8);
        assertEquals(before.getBytes(UTF_8).length, texts.value(text, 0, text.length), before);
        return new String(text, texts.nameStart(), texts.nameEnd() - texts.nameStart(), UTF_8);
    }
}
