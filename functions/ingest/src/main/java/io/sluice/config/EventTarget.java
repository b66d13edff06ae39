package io.sluice.config;

import java.util.Optional;

/// The target that events of landings are sent to (`Sluice.Landing.Events`).
public sealed interface EventTarget {
    /// A bus of Amazon EventBridge (`EventBusARN`).
    ///
    /// @param busArn of the bus; empty: the account's default bus, in the stream's region
    record EventBus(Optional<String> busArn) implements EventTarget {}

    /// A queue of Amazon SQS, standard or FIFO (`QueueARN`, `KMSKeyARN`).
    ///
    /// @param keyArn of the KMS key that it is encrypted with; empty: SQS's own
    record Queue(String queueArn, Optional<String> keyArn) implements EventTarget {
        /// Tests whether the queue keeps the order of messages.
        public boolean isFifo() {
            return queueArn.endsWith(".fifo");
        }
    }
}
