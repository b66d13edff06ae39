package io.sluice.manifest;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.List;
import java.util.Optional;

/// One object to write: its key and the exact chunks in it, fixed by the commit that made it. Where records are
/// converted there may be two: records that cannot be are in an object of rejects, whose key the same commit fixes.
///
/// @param kind        whether the object holds records or error records
/// @param format      the object's, and which chunks it is made of
/// @param chunks      in order, at least one
/// @param rejects     where records go that cannot be converted; empty when none are
/// @param wrapping    why the records go into error records; [Wrapping#NONE] when they do not
/// @param failure     what attempts to write it came to
public record Delivery(ObjectKey key, Partition.Kind kind, ObjectFormat format, List<ChunkRef> chunks,
        Optional<ObjectKey> rejects, Wrapping wrapping, Failure failure) {
    public Delivery {
        chunks = List.copyOf(chunks);
        if (chunks.isEmpty()) {
            throw new IllegalArgumentException("delivery " + key + " has no chunks");
        }
    }

    /// A delivery whose object is its chunks, joined.
    public Delivery(ObjectKey key, Partition.Kind kind, Compression compression, List<ChunkRef> chunks,
            Wrapping wrapping, Failure failure) {
        this(key, kind, new ObjectFormat.Joined(compression), chunks, Optional.empty(), wrapping, failure);
    }

    /// A delivery that was not tried yet.
    static Delivery untried(ObjectKey key, Partition partition, List<ChunkRef> chunks) {
        return new Delivery(key, partition.kind(), partition.format(), chunks, Optional.empty(), Wrapping.NONE,
                Failure.NONE);
    }

    /// The same, with an object for records that cannot be converted.
    Delivery rejecting(ObjectKey rejectsKey) {
        return new Delivery(key, kind, format, chunks, Optional.of(rejectsKey), wrapping, failure);
    }

    /// The failures of attempts to write an object.
    ///
    /// @param since     when the first one failed, epoch milliseconds; 0 when none has
    /// @param worst     the least certain outcome so far
    /// @param givenUpAt when the commit was made that forbids any further attempt, epoch milliseconds; 0 while there is
    ///     none
    public record Failure(long since, DeliveryOutcome worst, long givenUpAt) {
        static final Failure NONE = new Failure(0, DeliveryOutcome.WRITTEN, 0);

        /// True when no run that begins now may try to write the object: it is only looked for.
        public boolean isGivenUp() {
            return givenUpAt != 0;
        }

        /// This and one more failed attempt.
        Failure and(DeliveryOutcome outcome, long now) {
            return new Failure(since == 0 ? now : since, worst.compareTo(outcome) > 0 ? worst : outcome, givenUpAt);
        }

        /// True when every attempt was refused outright for at least `millis`.
        boolean refusedFor(long millis, long now) {
            return worst == DeliveryOutcome.REFUSED && now - since >= millis;
        }
    }

    /// Bytes of its chunks as staged: what is read to write it.
    public long stagedBytes() {
        long sum = 0;
        for (ChunkRef chunk : chunks) {
            sum += chunk.length();
        }
        return sum;
    }

    /// The object's `Content-Encoding`; empty when it has none.
    public Optional<String> contentEncoding() {
        return wrapping == Wrapping.NONE ? format.contentEncoding() : format.errors().contentEncoding();
    }

    public long records() {
        long sum = 0;
        for (ChunkRef chunk : chunks) {
            sum += chunk.records();
        }
        return sum;
    }

    public long rawBytes() {
        long sum = 0;
        for (ChunkRef chunk : chunks) {
            sum += chunk.rawBytes();
        }
        return sum;
    }

    public long oldestArrival() {
        return chunks.stream().mapToLong(ChunkRef::oldestArrival).min().orElseThrow();
    }

    /// The latest at which its newest record can have arrived, epoch milliseconds.
    public long newestArrival() {
        return chunks.stream().mapToLong(ChunkRef::newestArrival).max().orElseThrow();
    }

    /// As [ChunkRef#waitingSince], of the chunk that waits longest.
    public long waitingSince() {
        return chunks.stream().mapToLong(ChunkRef::waitingSince).min().orElseThrow();
    }

    Delivery failing(DeliveryOutcome outcome, long now) {
        return new Delivery(key, kind, format, chunks, rejects, wrapping, failure.and(outcome, now));
    }

    /// The same, not to be tried any more.
    Delivery givenUp(long now) {
        return new Delivery(key, kind, format, chunks, rejects, wrapping,
                new Failure(failure.since(), failure.worst(), now));
    }

    /// The same records in error records, under another key. The object of rejects stays what it was: it may be there.
    Delivery wrapped(ObjectKey errorKey, Wrapping why) {
        return new Delivery(errorKey, Partition.Kind.ERRORS, format, chunks, rejects, why, Failure.NONE);
    }
}
