package io.sluice.local.rejects;

import io.sluice.encoding.Digests;
import java.util.HexFormat;

/// A hash that tells a record's bytes from those of all others.
///
/// @param sha256 in hexadecimal digits
record RecordHash(String sha256) {
    static RecordHash of(byte[] record) {
        return new RecordHash(HexFormat.of().formatHex(Digests.sha256().digest(record)));
    }
}
