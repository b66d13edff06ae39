package io.sluice.deaggregate;

import java.util.List;

/// Takes each source record as one user record.
enum WholeRecord implements Deaggregator {
    INSTANCE;

    @Override
    public List<Piece> split(byte[] data, int offset, int length) {
        return List.of(new Piece.Whole(data, offset, length));
    }
}
