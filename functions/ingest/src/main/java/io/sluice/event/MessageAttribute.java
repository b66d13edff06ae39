package io.sluice.event;

import org.jspecify.annotations.Nullable;

/// An attribute of a message of Amazon SQS or SNS.
///
/// @param type  as `String`, `Number`, `Binary` and what the sender put after a dot; empty where the event does not say
/// @param value null where it has none
record MessageAttribute(String name, String type, byte @Nullable [] value) {}
