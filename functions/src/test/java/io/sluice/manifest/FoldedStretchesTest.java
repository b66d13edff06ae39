package io.sluice.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.position.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FoldedStretchesTest {
    @Test
    void stretchesThatTouchAreOne() {
        assertEquals(folded(stretch("", "9")), folded(stretch("", "4"), stretch("4", "9")));
        assertEquals(folded(stretch("", "9")), folded(stretch("4", "9"), stretch("", "4")));
        assertEquals(folded(stretch("", "10")), folded(stretch("", "10"), stretch("4", "9")));
    }

    @Test
    void whatWasFoldedBeforeItsPredecessorLeavesAGap() {
        FoldedStretches gap = folded(stretch("", "4"), stretch("9", "10"));
        assertEquals(List.of(stretch("", "4"), stretch("9", "10")), gap.of(stretch("", "1").source()));
        assertEquals("10", gap.positions().getFirst().sequence().digits());
        assertEquals(folded(stretch("", "10")), gap.with(List.of(stretch("4", "9"))));
    }

    @Test
    void comesBackAsItWasEncoded() {
        FoldedStretches all = folded(stretch("", "4"), stretch("9", "10"), Stretch.parse("another", "3", "5"));
        ByteWriter out = new ByteWriter(64);
        all.encode(out);
        assertEquals(all, FoldedStretches.decode(new ByteReader(out.toBytes())));
    }

    private static Stretch stretch(String after, String last) {
        return Stretch.parse("shard", after, last);
    }

    private static FoldedStretches folded(Stretch... stretches) {
        return FoldedStretches.EMPTY.with(List.of(stretches));
    }
}
