package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.manifest.Wrapping;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.partition.Partition;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.testkit.requests.CountingObjectStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What is known of an object after a failed attempt: only plain refusals ever give one up.
final class DeliveryWriterTest {
    private static final Delivery DELIVERY = new Delivery(new ObjectKey("a/object"), Partition.Kind.DATA,
            Compression.GZIP, List.of(new ChunkRef(0, 0, 3, ChunkForm.READY, 1, 3, 0, 0, 0)), Wrapping.NONE,
            new Delivery.Failure(0, DeliveryOutcome.WRITTEN, 0));

    private final MemoryObjectStore data = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));

    @Test
    void aRefusalIsOneWhenTheObjectIsNotThere() {
        assertEquals(DeliveryOutcome.REFUSED, failing("CREATE", StoreException.Kind.REFUSED).outcome());
        assertEquals(DeliveryOutcome.REFUSED, failing("CREATE", StoreException.Kind.MISSING).outcome());
        assertEquals(DeliveryOutcome.UNCERTAIN, failing("CREATE", StoreException.Kind.UNKNOWN).outcome());
        assertEquals(DeliveryOutcome.UNCERTAIN, failing("CREATE", StoreException.Kind.UNAVAILABLE).outcome());
    }

    @Test
    void aRefusalStaysOneWhenLookingIsRefusedTooAndNotWhenNothingIsLearnt() {
        for (StoreException.Kind looking : StoreException.Kind.values()) {
            DeliveryWriter.Attempt attempt = attempt(request -> {
                throw new StoreException(
                        request.startsWith("CREATE") ? StoreException.Kind.REFUSED : looking, request + " failed");
            });
            assertEquals(looking == StoreException.Kind.REFUSED ? DeliveryOutcome.REFUSED : DeliveryOutcome.UNCERTAIN,
                    attempt.outcome(), looking.name());
            assertEquals("CREATE a/object failed; reading back: HEAD a/object failed", attempt.problem());
        }
    }

    @Test
    void anObjectThatIsOursIsWrittenWhateverTheAnswerWas() {
        new DeliveryWriter(data, false).write(DeliveryChunks.of(DELIVERY), Body.of(new byte[3]), "ours");
        for (StoreException.Kind kind : StoreException.Kind.values()) {
            assertEquals(DeliveryOutcome.WRITTEN, failing("CREATE", kind).outcome(), kind.name());
        }
        DeliveryWriter.Attempt other = new DeliveryWriter(data, false).write(DeliveryChunks.of(DELIVERY),
                Body.of(new byte[3]),
                "another's");
        assertEquals(DeliveryOutcome.UNCERTAIN, other.outcome());
        assertTrue(other.problem().contains("did not deliver"), other.problem());
    }

    private DeliveryWriter.Attempt failing(String start, StoreException.Kind kind) {
        return attempt(request -> {
            if (request.startsWith(start)) {
                throw new StoreException(kind, "made up");
            }
        });
    }

    private DeliveryWriter.Attempt attempt(Consumer<String> observer) {
        return new DeliveryWriter(new CountingObjectStore(data, observer), false).write(DeliveryChunks.of(DELIVERY),
                Body.of(new byte[3]),
                "ours");
    }
}
