package io.sluice.jq.eval;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.jq.json.JqInputs;
import io.sluice.jq.value.JqStop;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class MachineTest {
    private static final long SEARCH_NANOS = 1_500_000_000L;

    private final Machine machine = new Machine(10, 10, 10, InstantSource.system(), JqInputs.NONE);

    /// Each of a hundred searches may be just in time: together they would outlast an invocation.
    @Test
    void theSearchesOfAnInputHaveATimeTogether() {
        machine.searched(SEARCH_NANOS);
        assertThrows(JqStop.class, () -> machine.searched(SEARCH_NANOS));
    }

    @Test
    void theNextInputHasItsOwn() {
        machine.searched(SEARCH_NANOS);
        machine.nextInput();
        assertDoesNotThrow(() -> machine.searched(SEARCH_NANOS));
    }
}
