package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.segment.StagedLength;
import java.util.ArrayList;
import java.util.List;

/// The encoding of a list of chunk references: each number as its difference from the chunk before.
final class ChunkRefs {
    private ChunkRefs() {}

    static void encode(List<ChunkRef> chunks, ByteWriter out) {
        out.varint(chunks.size());
        long segment = 0;
        long arrival = 0;
        for (ChunkRef chunk : chunks) {
            out.signed(chunk.segment() - segment).varint(chunk.offset());
            StagedLength.encode(chunk.length(), chunk.form(), out);
            out.varint(chunk.records()).varint(chunk.rawBytes()).signed(chunk.oldestArrival() - arrival)
                    .varint(chunk.spanSeconds()).signed(chunk.waitingSince() - chunk.oldestArrival());
            segment = chunk.segment();
            arrival = chunk.oldestArrival();
        }
    }

    static List<ChunkRef> decode(ByteReader in) {
        int size = in.count(8);
        List<ChunkRef> chunks = new ArrayList<>(size);
        long segment = 0;
        long arrival = 0;
        for (int i = 0; i < size; i++) {
            segment += in.signed();
            long offset = in.varint();
            StagedLength staged = StagedLength.decode(in);
            int records = in.length();
            long rawBytes = in.varint();
            arrival += in.signed();
            long spanSeconds = in.varint();
            long waitingSince = arrival + in.signed();
            chunks.add(new ChunkRef(segment, offset, staged.bytes(), staged.form(), records, rawBytes, arrival,
                    spanSeconds, waitingSince));
        }
        return chunks;
    }
}
