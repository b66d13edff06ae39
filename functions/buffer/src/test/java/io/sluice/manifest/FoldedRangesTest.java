package io.sluice.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.position.SequenceRange;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FoldedRangesTest {
    @Test
    void stretchesThatTouchAreOne() {
        assertEquals(folded(stretch("", "9")), folded(stretch("", "4"), stretch("4", "9")));
        assertEquals(folded(stretch("", "9")), folded(stretch("4", "9"), stretch("", "4")));
        assertEquals(folded(stretch("", "10")), folded(stretch("", "10"), stretch("4", "9")));
    }

    @Test
    void whatWasFoldedBeforeItsPredecessorLeavesAGap() {
        FoldedRanges gap = folded(stretch("", "4"), stretch("9", "10"));
        assertEquals(List.of(stretch("", "4"), stretch("9", "10")), gap.of(stretch("", "1").source()));
        assertEquals("10", gap.positions().getFirst().sequence().digits());
        assertEquals(folded(stretch("", "10")), gap.with(List.of(stretch("4", "9"))));
    }

    @Test
    void comesBackAsItWasEncoded() {
        FoldedRanges all = folded(stretch("", "4"), stretch("9", "10"), SequenceRange.parse("another", "3", "4", "5"));
        ByteWriter out = new ByteWriter(64);
        all.encode(out);
        assertEquals(all, FoldedRanges.decode(new ByteReader(out.toBytes())));
    }

    private static SequenceRange stretch(String after, String last) {
        return SequenceRange.parse("shard", after, after.isEmpty() ? "1" : "" + (1 + Integer.parseInt(after)), last);
    }

    private static FoldedRanges folded(SequenceRange... stretches) {
        return FoldedRanges.EMPTY.with(List.of(stretches));
    }
}
