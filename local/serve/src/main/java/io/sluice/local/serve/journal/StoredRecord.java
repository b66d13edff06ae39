package io.sluice.local.serve.journal;

import java.time.Instant;
import java.util.UUID;

/// One record out of the journal.
///
/// @param epoch    of its number: the id of the server's start that took it
/// @param sequence its number, which no other record of the journal has; a journal that was set back to an earlier
///                 state gives numbers again, in another epoch
/// @param arrival  when it arrived, in the server's time
/// @param data     its bytes
public record StoredRecord(UUID epoch, long sequence, Instant arrival, byte[] data) {}
