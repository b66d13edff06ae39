package io.sluice.simulation;

import io.sluice.flush.SweepMark;
import java.util.Optional;

/// The mark of a sweep as one actor reaches it.
final class WiredSweepMark implements SweepMark {
    private final Wire wire;
    private final SweepMark mark;

    WiredSweepMark(Wire wire, SweepMark mark) {
        this.wire = wire;
        this.mark = mark;
    }

    @Override
    public Optional<Pass> pass() {
        return wire.read(() -> "GET sweep's mark", mark::pass,
                (_, pass) -> wire.watch().goesOn(pass.flatMap(Pass::upTo).isPresent()));
    }

    @Override
    public void keep(Pass pass) {
        wire.write(() -> "PUT sweep's mark " + pass, () -> {
            mark.keep(pass);
            return "done";
        });
    }
}
