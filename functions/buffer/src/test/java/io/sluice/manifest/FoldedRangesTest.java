package io.sluice.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.position.SequenceRange;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FoldedRangesTest {
    @Test
    void rangesThatTouchAreOne() {
        assertEquals(folded(range("", "9")), folded(range("", "4"), range("4", "9")));
        assertEquals(folded(range("", "9")), folded(range("4", "9"), range("", "4")));
        assertEquals(folded(range("", "10")), folded(range("", "10"), range("4", "9")));
    }

    @Test
    void whatWasFoldedBeforeItsPredecessorLeavesAGap() {
        FoldedRanges gap = folded(range("", "4"), range("9", "10"));
        assertEquals(List.of(range("", "4"), range("9", "10")), gap.of(range("", "1").source()));
        assertEquals("10", gap.positions().getFirst().sequence().digits());
        assertEquals(folded(range("", "10")), gap.with(List.of(range("4", "9"))));
    }

    @Test
    void comesBackAsItWasEncoded() {
        FoldedRanges all = folded(range("", "4"), range("9", "10"), SequenceRange.parse("another", "3", "4", "5"));
        ByteWriter out = new ByteWriter(64);
        all.encode(out);
        assertEquals(all, FoldedRanges.decode(new ByteReader(out.toBytes())));
    }

    private static SequenceRange range(String after, String last) {
        return SequenceRange.parse("shard", after, after.isEmpty() ? "1" : "" + (1 + Integer.parseInt(after)), last);
    }

    private static FoldedRanges folded(SequenceRange... ranges) {
        return FoldedRanges.EMPTY.with(List.of(ranges));
    }
}
