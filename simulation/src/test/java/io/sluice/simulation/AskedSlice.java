package io.sluice.simulation;

import io.sluice.flush.DeliverySlice;
import io.sluice.index.FlushState;

/// A slice that was asked for, and what was current then: which the code does not know, and a mistake may use.
///
/// @param buffer whose deliveries they are
record AskedSlice(String buffer, DeliverySlice slice, FlushState state, byte[] manifest) {}
