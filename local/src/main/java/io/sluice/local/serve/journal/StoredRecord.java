package io.sluice.local.serve.journal;

import java.time.Instant;

/// One record out of the journal.
///
/// @param sequence its number, which no other record of the journal has, ever
/// @param arrival  when it arrived, in the server's time
/// @param data     its bytes
public record StoredRecord(long sequence, Instant arrival, byte[] data) {}
