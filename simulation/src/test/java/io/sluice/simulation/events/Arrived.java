package io.sluice.simulation.events;

import java.time.LocalDate;

/// A record that was accepted.
///
/// @param date    its own, by which it is filed
/// @param arrival epoch milliseconds
record Arrived(String id, LocalDate date, long arrival) {}
