package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
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
            out.signed(chunk.segment() - segment).varint(chunk.offset()).varint(chunk.length())
                    .varint(chunk.records()).varint(chunk.rawBytes()).signed(chunk.oldestArrival() - arrival);
            segment = chunk.segment();
            arrival = chunk.oldestArrival();
        }
    }

    static List<ChunkRef> decode(ByteReader in) {
        int size = in.count(6);
        List<ChunkRef> chunks = new ArrayList<>(size);
        long segment = 0;
        long arrival = 0;
        for (int i = 0; i < size; i++) {
            segment += in.signed();
            long offset = in.varint();
            int length = in.length();
            int records = in.length();
            long rawBytes = in.varint();
            arrival += in.signed();
            chunks.add(new ChunkRef(segment, offset, length, records, rawBytes, arrival));
        }
        return chunks;
    }
}
