package io.sluice.flush;

/// A chunk is damaged, so that no object can be made of it.
final class DamagedChunkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient DamagedChunk damaged;

    DamagedChunkException(DamagedChunk damaged) {
        super("the chunk at offset " + damaged.chunk().offset() + " " + damaged.why());
        this.damaged = damaged;
    }

    DamagedChunk damaged() {
        return damaged;
    }
}
