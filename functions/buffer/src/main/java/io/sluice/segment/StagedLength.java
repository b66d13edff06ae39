package io.sluice.segment;

import io.sluice.codec.ChunkForm;
import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;

/// A chunk's length and form as directories and manifests have them: one number, whose lowest bit is set for plain
/// chunks.
///
/// @param bytes in the segment
public record StagedLength(int bytes, ChunkForm form) {
    public static void encode(int bytes, ChunkForm form, ByteWriter out) {
        out.varint(2L * bytes + switch (form) {
            case READY -> 0;
            case PLAIN -> 1;
        });
    }

    public static StagedLength decode(ByteReader in) {
        long number = in.varint();
        if (number >>> 1 > Integer.MAX_VALUE) {
            throw new MalformedEncodingException("a chunk of " + (number >>> 1) + " bytes");
        }
        return new StagedLength((int) (number >>> 1), (number & 1) == 0 ? ChunkForm.READY : ChunkForm.PLAIN);
    }
}
