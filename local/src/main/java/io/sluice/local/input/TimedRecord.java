package io.sluice.local.input;

import io.sluice.input.InputRecord;
import java.time.Instant;

/// A record and when it arrived.
public record TimedRecord(InputRecord record, Instant arrival) {}
