package io.sluice.simulation;

import io.sluice.recover.RecoveryMark;

/// The mark of a recovery as one actor reaches it.
final class WiredMark implements RecoveryMark {
    private final Wire wire;
    private final RecoveryMark mark;

    WiredMark(Wire wire, RecoveryMark mark) {
        this.wire = wire;
        this.mark = mark;
    }

    @Override
    public Standing read() {
        return wire.read(() -> "GET mark", mark::read);
    }

    @Override
    public void write(Standing standing) {
        wire.write(() -> "PUT mark " + standing, () -> {
            mark.write(standing);
            return "done";
        });
    }
}
