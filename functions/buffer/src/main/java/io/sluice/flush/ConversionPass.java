package io.sluice.flush;

import io.sluice.convert.ObjectConverter;
import io.sluice.manifest.ChunkRef;
import io.sluice.reject.Reject;
import io.sluice.segment.FramedRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One pass over a delivery's records. A delivery that S3 refused has its object's records in error records instead;
/// those that cannot be converted are in the object of rejects all the same, which an earlier attempt may have written.
/// Where chunks are left out both objects are made, be they without records: an attempt that has the chunks meets them.
///
/// Belongs to one thread. What was made is deleted when the pass does not come to its end.
final class ConversionPass implements AutoCloseable {
    private final DeliveryChunks deliveryChunks;
    private final ChunkSource chunks;
    private final ObjectConverter converter;
    private final Optional<Reject> wrapping;
    private final Spool object;
    private final RejectedRows rejects;
    private long records;
    private boolean handedOver;

    ConversionPass(DeliveryChunks deliveryChunks, ChunkSource chunks, ObjectConverter converter) throws IOException {
        this.deliveryChunks = deliveryChunks;
        this.chunks = chunks;
        this.converter = converter;
        this.wrapping = deliveryChunks.delivery().wrapping().reject();
        this.object = wrapping.isEmpty() ? Spool.open() : Spool.openDeflated();
        this.rejects = new RejectedRows(converter.table());
    }

    /// @param fingerprint the delivery's
    ConvertedObjects.Converted run(String fingerprint) throws IOException {
        OutputStream to = wrapping.isEmpty() ? object.out() : OutputStream.nullOutputStream();
        try (ObjectConverter.Draft draft = converter.begin(deliveryChunks.delivery().key(), to)) {
            convert(draft);
            if (records != deliveryChunks.records()) {
                throw new IOException("the chunks hold " + records + " records, not " + deliveryChunks.records());
            }
            if (hasObject()) {
                draft.finish();
            }
        }
        return handOver(fingerprint);
    }

    /// Records are numbered as they are in the delivery, so that rejects say which records they are, whatever chunks
    /// are left out.
    private void convert(ObjectConverter.Draft draft) throws IOException {
        Iterator<ChunkRef> made = deliveryChunks.chunks().iterator();
        @Nullable
        ChunkRef next = made.hasNext() ? made.next() : null;
        long number = 0;
        for (ChunkRef chunk : deliveryChunks.delivery().chunks()) {
            if (chunk.equals(next)) {
                convert(chunk, number, draft);
                next = made.hasNext() ? made.next() : null;
            }
            number += chunk.records();
        }
    }

    /// @param first the number of the chunk's first record
    private void convert(ChunkRef chunk, long first, ObjectConverter.Draft draft) throws IOException {
        long number = first;
        byte[] raw = chunks.raw(chunk);
        for (FramedRecords.Framed record : new FramedRecords(raw, chunk.oldestArrival())) {
            Optional<Reject> reject = draft.add(record.bytes());
            if (reject.isPresent()) {
                rejects.add(record, number, reject.get());
            } else if (wrapping.isPresent()) {
                object.out().write(WrappedChunks.line(record.bytes(), wrapping.get(), record.arrival()));
            }
            records++;
            number++;
        }
    }

    private boolean hasObject() {
        return rejects.count() < records || lacksChunks();
    }

    private boolean lacksChunks() {
        return deliveryChunks.discarded() > 0;
    }

    private ConvertedObjects.Converted handOver(String fingerprint) throws IOException {
        Optional<SpooledBody> made = hasObject() ? Optional.of(object.body()) : Optional.empty();
        Optional<SpooledBody> errors = lacksChunks() ? Optional.of(rejects.bodyAnyhow()) : rejects.body();
        Optional<ConvertedObjects.Rejected> rejected = errors.map(
                body -> new ConvertedObjects.Rejected(body, rejects.count(), rejects.fingerprint(fingerprint)));
        handedOver = true;
        if (made.isEmpty()) {
            object.close();
        }
        return new ConvertedObjects.Converted(made, rejected);
    }

    @Override
    public void close() {
        if (!handedOver) {
            try {
                object.close();
            } finally {
                rejects.close();
            }
        }
    }
}
