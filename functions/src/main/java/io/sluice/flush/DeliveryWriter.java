package io.sluice.flush;

import io.sluice.manifest.Delivery;
import io.sluice.manifest.DeliveryOutcome;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;

/// Writes one delivery's object, once. Safe for concurrent use.
final class DeliveryWriter {
    private final ObjectStore data;

    DeliveryWriter(ObjectStore data) {
        this.data = data;
    }

    /// How an attempt ended.
    ///
    /// @param bytes   the object's size where this attempt wrote it, else 0
    /// @param problem what went wrong; empty when nothing did
    record Attempt(Delivery delivery, DeliveryOutcome outcome, long bytes, String problem) {
        static Attempt failed(Delivery delivery, DeliveryOutcome outcome, String problem) {
            return new Attempt(delivery, outcome, 0, problem);
        }
    }

    Attempt write(Delivery delivery, Body body, String fingerprint) {
        try {
            ObjectAttributes attributes = new ObjectAttributes(delivery.compression().contentEncoding().orElse(""),
                    fingerprint);
            return switch (data.create(delivery.key(), body, attributes)) {
                case CREATED -> new Attempt(delivery, DeliveryOutcome.WRITTEN, body.length(), "");
                case EXISTED -> verify(delivery, fingerprint, DeliveryOutcome.UNCERTAIN,
                        "an object that Sluice did not deliver is at this key");
            };
        } catch (StoreException e) {
            return switch (e.kind()) {
                case REFUSED, MISSING -> verify(delivery, fingerprint, DeliveryOutcome.REFUSED, e.getMessage());
                case UNKNOWN, UNAVAILABLE -> verify(delivery, fingerprint, DeliveryOutcome.UNCERTAIN, e.getMessage());
            };
        }
    }

    /// Reads back whether the delivery's object is there.
    ///
    /// @param otherwise the outcome when it is not
    /// @param problem   the problem when it is not
    Attempt verify(Delivery delivery, String fingerprint, DeliveryOutcome otherwise, String problem) {
        try {
            boolean ours = data.head(delivery.key()).filter(info -> info.fingerprint().equals(fingerprint)).isPresent();
            return ours
                    ? new Attempt(delivery, DeliveryOutcome.WRITTEN, 0, "")
                    : Attempt.failed(delivery, otherwise, problem);
        } catch (StoreException e) {
            DeliveryOutcome outcome = e.kind() == StoreException.Kind.REFUSED ? otherwise : DeliveryOutcome.UNCERTAIN;
            return Attempt.failed(delivery, outcome, problem + "; reading back: " + e.getMessage());
        }
    }
}
