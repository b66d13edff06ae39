package io.sluice.flush;

import io.sluice.codec.ObjectFormat;
import io.sluice.convert.Converters;
import io.sluice.convert.ObjectConverter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.manifest.Delivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Makes the objects of deliveries whose records are converted: in one pass over the chunks, records that can be
/// converted go into the delivery's object and the others into its object of rejects. A function of the delivery alone.
///
/// Safe for concurrent use. No more deliveries than its bound are in the making or on their way at once: each takes
/// memory and temporary files of its own.
final class ConvertedObjects {
    private final Converters converters;
    private final Semaphore places;

    ConvertedObjects(Converters converters, int atOnce) {
        this.converters = converters;
        this.places = new Semaphore(atOnce);
    }

    /// The two parts of a delivery's records: those that could be converted, and the others.
    ///
    /// @param object   holds the records that are not rejected; empty when there are none, and none are discarded
    /// @param rejected holds the others; empty likewise
    record Converted(Optional<SpooledBody> object, Optional<Rejected> rejected) implements AutoCloseable {
        @Override
        public void close() {
            try {
                object.ifPresent(SpooledBody::close);
            } finally {
                rejected.map(Rejected::body).ifPresent(SpooledBody::close);
            }
        }
    }

    /// @param fingerprint says which records they are, and of which delivery
    record Rejected(SpooledBody body, long records, String fingerprint) {}

    /// Makes a delivery's objects and has them used; they are gone when it returns.
    ///
    /// @param fingerprint the delivery's
    /// @throws UncheckedIOException                          when there is no room for the objects
    /// @throws DamagedChunkException                          when a chunk is damaged
    /// @throws io.sluice.convert.UnusableConversionException when this function cannot convert the delivery's records
    /// @throws io.sluice.objects.StoreException              when chunks, or what the conversion is, cannot be read
    <T> T make(DeliveryChunks deliveryChunks, ChunkSource chunks, String fingerprint, Function<Converted, T> use) {
        places.acquireUninterruptibly();
        try (Converted converted = make(deliveryChunks, chunks, fingerprint)) {
            return use.apply(converted);
        } finally {
            places.release();
        }
    }

    private Converted make(DeliveryChunks deliveryChunks, ChunkSource chunks, String fingerprint) {
        ObjectConverter converter = converters.of(specification(deliveryChunks.delivery()));
        try (ConversionPass pass = new ConversionPass(deliveryChunks, chunks, converter)) {
            return pass.run(fingerprint);
        } catch (IOException e) {
            throw new UncheckedIOException("converting staged records", e);
        } catch (MalformedEncodingException e) {
            throw new UncheckedIOException("converting staged records", new IOException(e.getMessage(), e));
        }
    }

    private static String specification(Delivery delivery) {
        return switch (delivery.format()) {
            case ObjectFormat.Parquet(String specification) -> specification;
            case ObjectFormat.Joined(var compression) ->
                throw new IllegalArgumentException("objects of " + compression + " are not converted");
        };
    }
}
