package io.sluice.flush;

import io.sluice.codec.ChunkReader;
import io.sluice.convert.ObjectConverter;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.reject.Reject;
import io.sluice.segment.FramedRecords;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/// One pass over a delivery's records. A delivery that S3 refused has its object's records in error records instead; those
/// that cannot be converted are in the object of rejects all the same, which an earlier attempt may have written.
///
/// Belongs to one thread. What was made is deleted when the pass does not come to its end.
final class ConversionPass implements AutoCloseable {
    private final Delivery delivery;
    private final ChunkSource chunks;
    private final ObjectConverter converter;
    private final Optional<Reject> wrapping;
    private final Spool object;
    private final Rejects rejects;
    private long records;
    private boolean handedOver;

    ConversionPass(Delivery delivery, ChunkSource chunks, ObjectConverter converter) throws IOException {
        this.delivery = delivery;
        this.chunks = chunks;
        this.converter = converter;
        this.wrapping = delivery.wrapping().reject();
        this.object = Spool.open();
        this.rejects = new Rejects(converter.table());
    }

    /// @param fingerprint the delivery's
    ConvertedObjects.Converted run(String fingerprint) throws IOException {
        OutputStream to = wrapping.isEmpty() ? object.out() : OutputStream.nullOutputStream();
        try (ObjectConverter.Draft draft = converter.begin(to)) {
            for (ChunkRef chunk : delivery.chunks()) {
                convert(chunk, draft);
            }
            if (records != delivery.records()) {
                throw new IOException("the chunks hold " + records + " records, not " + delivery.records());
            }
            if (rejects.count() < records) {
                draft.finish();
            }
        }
        return handOver(fingerprint);
    }

    private void convert(ChunkRef chunk, ObjectConverter.Draft draft) throws IOException {
        byte[] raw;
        try (InputStream staged = chunks.open(chunk)) {
            raw = ChunkReader.read(chunk.form().staged(delivery.format().staged()), staged);
        }
        for (FramedRecords.Framed record : new FramedRecords(raw, chunk.oldestArrival())) {
            Optional<Reject> reject = draft.add(record.bytes());
            if (reject.isPresent()) {
                rejects.add(record, records, reject.get());
            } else if (wrapping.isPresent()) {
                object.out().write(WrappedChunks.line(record.bytes(), wrapping.get(), record.arrival()));
            }
            records++;
        }
    }

    private ConvertedObjects.Converted handOver(String fingerprint) throws IOException {
        Optional<SpooledBody> made = rejects.count() < records ? Optional.of(object.body()) : Optional.empty();
        Optional<SpooledBody> errors = rejects.body();
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
