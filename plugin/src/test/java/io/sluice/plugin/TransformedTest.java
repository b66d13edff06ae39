package io.sluice.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.plugin.Transformed.Dropped;
import io.sluice.plugin.Transformed.Failed;
import io.sluice.plugin.Transformed.Kept;
import io.sluice.plugin.Transformed.Output;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What a plug-in answers is whole when it leaves the plug-in: what is null fails in the plug-in's own call, where it
/// costs one record, and not later, where it would cost a batch.
@NullUnmarked
final class TransformedTest {
    @Test
    void nothingThatIsNullGetsIntoAnAnswer() {
        Map<String, String> noValue = new HashMap<>();
        noValue.put("host", null);
        assertThrows(NullPointerException.class, () -> new Output(null, Map.of()));
        assertThrows(NullPointerException.class, () -> new Output(new byte[0], null));
        assertThrows(NullPointerException.class, () -> new Output(new byte[0], noValue));
        assertThrows(NullPointerException.class, () -> new Kept(null));
        assertThrows(NullPointerException.class, () -> new Kept(Arrays.asList((Output) null)));
        assertThrows(NullPointerException.class, () -> new Failed(null));
    }

    @Test
    void anAnswerStaysAsItWasGiven() {
        Map<String, String> keys = new HashMap<>(Map.of("host", "shop"));
        Output output = new Output(new byte[]{1}, keys);
        List<Output> outputs = new ArrayList<>(List.of(output));
        Kept kept = new Kept(outputs);
        keys.put("host", "another");
        outputs.clear();
        assertEquals(List.of(output), kept.outputs());
        assertEquals(Map.of("host", "shop"), output.partitionKeys());
    }

    @Test
    void aRecordIsKeptWithoutKeysInOneWord() {
        byte[] data = {1, 2};
        Transformed kept = Transformed.kept(data);
        String told = switch (kept) {
            case Kept(var outputs) -> outputs.size() + " " + (outputs.getFirst().data() == data) + " "
                    + outputs.getFirst().partitionKeys();
            case Dropped() -> "dropped";
            case Failed(String message) -> message;
        };
        assertEquals("1 true {}", told);
    }
}
