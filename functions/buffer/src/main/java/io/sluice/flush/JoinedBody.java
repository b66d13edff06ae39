package io.sluice.flush;

import io.sluice.codec.Compression;
import io.sluice.codec.CompressorPool;
import io.sluice.codec.DeflatedRun;
import io.sluice.codec.ObjectFrame;
import io.sluice.codec.StagedChunk;
import io.sluice.objects.Body;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/// A deflated object that is its chunks as they are staged, and runs of others compressed, as one stream of blocks: one
/// gzip member or one ZIP entry. Pieces are asked for as they are reached, each time anew, and the checksum over all of
/// them is combined from theirs.
final class JoinedBody implements BodyMaker.ObjectBody {
    /// An empty final block, which ends blocks that do not end themselves (RFC 1951).
    private static final byte[] FINAL_BLOCK = {3, 0};

    private final ObjectFrame frame;
    private final List<ObjectPieces.Piece> pieces;
    private final ChunkSource source;
    private final CompressorPool compressors;
    private final Optional<DeflatedRun>[] held;
    private final long length;

    /// @param holding whether compressed runs are held in memory; otherwise they are compressed twice, once to know the
    ///        object's length and once as it is sent
    JoinedBody(ObjectFrame frame, List<ObjectPieces.Piece> pieces, ChunkSource source, CompressorPool compressors,
            Holding holding) {
        this.frame = frame;
        this.pieces = pieces;
        this.source = source;
        this.compressors = compressors;
        this.held = noneHeld(pieces.size());
        this.length = measure(holding);
    }

    /// The treatment of compressed runs before they are sent.
    enum Holding {
        HELD, MADE_AGAIN
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static Optional<DeflatedRun>[] noneHeld(int size) {
        Optional<DeflatedRun>[] none = new Optional[size];
        Arrays.fill(none, Optional.empty());
        return none;
    }

    private long measure(Holding holding) {
        long bytes = 0;
        long rawBytes = 0;
        for (int i = 0; i < pieces.size(); i++) {
            switch (pieces.get(i)) {
                case ObjectPieces.Piece.Ready(var chunk) -> {
                    bytes += ObjectPieces.contentBytes(chunk, Compression.GZIP);
                    rawBytes += chunk.rawBytes();
                }
                case ObjectPieces.Piece.Run run -> {
                    DeflatedRun made = run.compress(source, compressors, end(i, holding));
                    bytes += made.bytes().length;
                    rawBytes += made.rawBytes();
                    held[i] = holding == Holding.HELD ? Optional.of(made) : Optional.empty();
                }
            }
        }
        bytes += end().length;
        return frame.head().length + bytes + frame.tailBytes(rawBytes, bytes);
    }

    /// The end of the blocks: nothing where the last run ends them.
    private byte[] end() {
        boolean ended = !pieces.isEmpty() && pieces.getLast() instanceof ObjectPieces.Piece.Run;
        return ended ? new byte[0] : FINAL_BLOCK;
    }

    private ObjectPieces.End end(int piece, Holding holding) {
        if (piece < pieces.size() - 1) {
            return ObjectPieces.End.OPEN;
        }
        return holding == Holding.HELD ? ObjectPieces.End.FINAL_AND_KEPT : ObjectPieces.End.FINAL;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes nothing else
    public InputStream open() {
        return new SequenceInputStream(new Passage());
    }

    /// One passage over the object: its head, its pieces, and its tail.
    @SuppressWarnings("JdkObsolete")
    private final class Passage implements Enumeration<InputStream> {
        private ObjectFrame.Content content = ObjectFrame.Content.NONE;
        private int at = -1;

        @Override
        public boolean hasMoreElements() {
            return at <= pieces.size();
        }

        @Override
        public InputStream nextElement() {
            if (!hasMoreElements()) {
                throw new NoSuchElementException();
            }
            int now = at++;
            if (now < 0) {
                return Body.of(frame.head()).open();
            }
            return now < pieces.size() ? piece(now) : tail();
        }

        private InputStream piece(int number) {
            return switch (pieces.get(number)) {
                case ObjectPieces.Piece.Ready(var ref) -> {
                    StagedChunk chunk = source.open(ref);
                    content = content.and(chunk.rawCrc(), ref.rawBytes(), chunk.length());
                    yield chunk.open();
                }
                case ObjectPieces.Piece.Run run -> {
                    DeflatedRun made = held[number]
                            .orElseGet(() -> run.compress(source, compressors, end(number, Holding.MADE_AGAIN)));
                    content = content.and(made.crc(), made.rawBytes(), made.bytes().length);
                    yield Body.of(made.bytes()).open();
                }
            };
        }

        private InputStream tail() {
            byte[] end = end();
            byte[] tail = frame.tail(content.and(0, 0, end.length));
            byte[] both = Arrays.copyOf(end, end.length + tail.length);
            System.arraycopy(tail, 0, both, end.length, tail.length);
            return Body.of(both).open();
        }
    }
}
